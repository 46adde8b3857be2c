use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::ids::TrayId;
use crate::tray::PhotoName;

fn id(number: usize) -> TrayPhotoId {
    TrayPhotoId::new(Uuid::from_u128(number.try_into().unwrap()))
}

fn photo(number: usize) -> TrayPhoto {
    TrayPhoto { id: id(number), name: PhotoName::new("a.jpg"), bytes: 10, traits: PhotoTraits::default() }
}

fn notes(text: &str) -> PileText {
    PileText { notes: Notes::parse("notes", text).unwrap(), sku: None }
}

/// A tray with piles of these sizes, whose photos are numbered from 0.
fn tray(sizes: &[usize]) -> Tray {
    let mut tray = Tray::empty(TrayId::new(Uuid::nil()));
    tray = tray.add((0..sizes.iter().sum()).map(photo).collect()).unwrap();
    for (pile, size) in sizes.iter().enumerate() {
        for _ in 1..*size {
            tray = tray.apply(TrayStep::Merge(pile + 1)).unwrap();
        }
    }
    tray
}

fn shown(tray: &Tray) -> Vec<Vec<u128>> {
    let numbers = |pile: &Pile| pile.photos().iter().map(|id| id.as_uuid().as_u128()).collect();
    tray.piles().iter().map(numbers).collect()
}

#[test]
fn each_step_gives_the_expected_piles() {
    use Direction::{Earlier, Later};
    let start = tray(&[2, 3, 1]);
    assert_eq!(shown(&start), [vec![0, 1], vec![2, 3, 4], vec![5]]);
    let cases: [(TrayStep, &[&[u128]]); 16] = [
        (TrayStep::Move { photo: id(0), pile: 1, place: 1 }, &[&[1], &[2, 0, 3, 4], &[5]]),
        (TrayStep::Move { photo: id(5), pile: 0, place: 9 }, &[&[0, 1, 5], &[2, 3, 4]]),
        (TrayStep::Move { photo: id(4), pile: 1, place: 0 }, &[&[0, 1], &[4, 2, 3], &[5]]),
        (TrayStep::Shift(id(3), Earlier), &[&[0, 1], &[3, 2, 4], &[5]]),
        (TrayStep::Shift(id(0), Earlier), &[&[0, 1], &[2, 3, 4], &[5]]),
        (TrayStep::Shift(id(3), Later), &[&[0, 1], &[2, 4, 3], &[5]]),
        (TrayStep::ToNeighbor(id(2), Earlier), &[&[0, 1, 2], &[3, 4], &[5]]),
        (TrayStep::ToNeighbor(id(5), Earlier), &[&[0, 1], &[2, 3, 4, 5]]),
        (TrayStep::ToNeighbor(id(5), Later), &[&[0, 1], &[2, 3, 4], &[5]]),
        (TrayStep::Separate(id(3)), &[&[0, 1], &[2, 4], &[3], &[5]]),
        (TrayStep::Split(id(3)), &[&[0, 1], &[2], &[3, 4], &[5]]),
        (TrayStep::Merge(2), &[&[0, 1], &[2, 3, 4, 5]]),
        (TrayStep::MovePile { pile: 2, to: 0 }, &[&[5], &[0, 1], &[2, 3, 4]]),
        (TrayStep::Remove(id(5)), &[&[0, 1], &[2, 3, 4]]),
        (TrayStep::Clear, &[]),
        (TrayStep::Undo, &[&[0, 1], &[2, 3], &[4], &[5]]),
    ];
    for (step, piles) in cases {
        let after = start.apply(step).unwrap();
        assert_eq!(shown(&after), piles, "{step:?}");
        let is_changed = shown(&after) != shown(&start);
        assert_eq!(after.version() > start.version(), is_changed, "{step:?}");
        if is_changed {
            let undone = after.apply(TrayStep::Undo).unwrap();
            assert_eq!(undone.piles(), start.piles(), "{step:?}");
            assert_eq!(undone.photos().len(), 6, "{step:?}");
        }
    }
}

#[test]
fn impossible_step_is_refused() {
    let start = tray(&[4, 1, 4]);
    for (step, refusal) in [
        (TrayStep::Merge(1), TrayRefusal::PileFull),
        (TrayStep::Move { photo: id(4), pile: 2, place: 0 }, TrayRefusal::PileFull),
        (TrayStep::ToNeighbor(id(4), Direction::Earlier), TrayRefusal::PileFull),
        (TrayStep::Merge(0), TrayRefusal::Unknown),
        (TrayStep::Merge(3), TrayRefusal::Unknown),
        (TrayStep::MovePile { pile: 0, to: 3 }, TrayRefusal::Unknown),
        (TrayStep::Move { photo: id(0), pile: 3, place: 0 }, TrayRefusal::Unknown),
        (TrayStep::Remove(id(99)), TrayRefusal::Unknown),
    ] {
        assert_eq!(start.apply(step), Err(refusal), "{step:?}");
    }
    let fresh = Tray::empty(TrayId::new(Uuid::nil()));
    assert_eq!(fresh.apply(TrayStep::Undo), Err(TrayRefusal::NothingToUndo));
}

#[test]
fn tray_is_limited_in_photos_and_bytes() {
    let full = tray(&[1; 300]);
    assert_eq!(full.add(vec![photo(300)]), Err(TrayRefusal::TooManyPhotos));
    assert_eq!(full.add(vec![photo(7)]).unwrap(), full, "a photo sent again is not added again");
    let large = TrayPhoto { bytes: Tray::MAX_BYTES, ..photo(0) };
    let tray = Tray::empty(TrayId::new(Uuid::nil())).add(vec![large]).unwrap();
    assert_eq!(tray.add(vec![photo(1)]), Err(TrayRefusal::TooLarge));
    // A removed photo that can still be undone makes room for another.
    let tray = tray.apply(TrayStep::Remove(id(0))).unwrap();
    assert_eq!(shown(&tray.add(vec![photo(1)]).unwrap()), [[1]]);
}

#[test]
fn regrouping_leaves_arranged_piles_alone_unless_asked() {
    let start = tray(&[2, 1, 1]);
    let start = start.describe(vec![PileText::default(), PileText::default(), notes("Small stain.")]);
    let kept = start.apply(TrayStep::Regroup { all: false }).unwrap();
    assert_eq!(shown(&kept), [vec![0, 1], vec![3], vec![2]]);
    // Photos without traits are items of their own.
    let all = start.apply(TrayStep::Regroup { all: true }).unwrap();
    assert_eq!(shown(&all), [[0], [1], [2], [3]]);
    assert_eq!(all.piles()[3].text(), &notes("Small stain."));
}

#[test]
fn text_of_a_pile_survives_a_merge() {
    let start = tray(&[1, 1, 1]);
    let start = start.describe(vec![PileText::default(), notes("Small stain."), notes("Length 62 cm.")]);
    let merged = start.apply(TrayStep::Merge(1)).unwrap();
    assert_eq!(merged.piles()[0].text(), &notes("Small stain."));
    let moved = start.apply(TrayStep::ToNeighbor(id(1), Direction::Earlier)).unwrap();
    assert_eq!(moved.piles()[0].text(), &notes("Small stain."));
    assert_eq!(merged.apply(TrayStep::Merge(1)).unwrap().piles()[0].text(), &notes("Small stain."));
    assert_eq!(start.describe(Vec::new()), start);
}

#[test]
fn stored_parts_with_a_lost_or_repeated_photo_make_no_tray() {
    let pile = |ids: &[usize]| Pile::new(ids.iter().map(|it| id(*it)).collect(), PileText::default(), false);
    let restore =
        |piles: Vec<Pile>| Tray::restore(TrayId::new(Uuid::nil()), 3, vec![photo(0), photo(1)], piles, None);
    assert_eq!(shown(&restore(vec![pile(&[1, 0]).unwrap()]).unwrap()), [[1, 0]]);
    for piles in [vec![pile(&[0]).unwrap(), pile(&[0, 1]).unwrap()], vec![pile(&[2]).unwrap()]] {
        assert_eq!(restore(piles), Err(crate::tray::InvalidTray::Photos));
    }
    assert_eq!(pile(&[]), Err(crate::tray::InvalidTray::PhotosOfPile(0)));
    assert_eq!(pile(&[0, 1, 2, 3, 4]), Err(crate::tray::InvalidTray::PhotosOfPile(5)));
}

fn steps() -> impl Strategy<Value = TrayStep> {
    let photo = || (0_usize..14).prop_map(id);
    let direction = || prop_oneof![Just(Direction::Earlier), Just(Direction::Later)];
    prop_oneof![
        4 => (photo(), 0_usize..14, 0_usize..6)
            .prop_map(|(photo, pile, place)| TrayStep::Move { photo, pile, place }),
        2 => (photo(), direction()).prop_map(|(photo, direction)| TrayStep::Shift(photo, direction)),
        2 => (photo(), direction()).prop_map(|(photo, direction)| TrayStep::ToNeighbor(photo, direction)),
        1 => photo().prop_map(TrayStep::Separate),
        1 => photo().prop_map(TrayStep::Split),
        4 => (0_usize..14).prop_map(TrayStep::Merge),
        1 => (0_usize..14, 0_usize..14).prop_map(|(pile, to)| TrayStep::MovePile { pile, to }),
        1 => any::<bool>().prop_map(|all| TrayStep::Regroup { all }),
        1 => Just(TrayStep::Undo),
    ]
}

proptest! {
    #[test]
    fn any_steps_keep_every_photo_once_in_piles_of_one_to_four(
        steps in proptest::collection::vec(steps(), 0..60)
    ) {
        let mut tray = Tray::empty(TrayId::new(Uuid::nil())).add((0..12).map(photo).collect()).unwrap();
        for step in steps {
            tray = tray.apply(step).unwrap_or(tray);
            let mut all: Vec<u128> = shown(&tray).concat();
            all.sort_unstable();
            prop_assert_eq!(all, (0..12).collect::<Vec<u128>>());
            prop_assert!(tray.piles().iter().all(|pile| (1..=4).contains(&pile.photos().len())));
            let (id, version) = (tray.id(), tray.version());
            let (piles, previous) = (tray.piles().to_vec(), tray.previous().map(<[Pile]>::to_vec));
            let restored = Tray::restore(id, version, tray.photos().to_vec(), piles, previous);
            prop_assert_eq!(restored.as_ref(), Ok(&tray));
        }
    }
}
