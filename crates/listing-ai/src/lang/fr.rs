use super::{Lang, Order};

pub(super) static LANG: Lang = Lang {
    orders: [
        Order {
            verbs: "ignorez oublie oubliez neglige contourne",
            objects: "regle regles consigne consignes precedent precedente precedentes precedents tout",
        },
        Order {
            verbs: "ecris ecrivez ecrire ajoute ajoutez reponds repondez dis dites affiche affichez mets \
                mettez indique indiquez inclus incluez mentionne mentionnez fixe fixez retourne",
            objects: "titre annonce annonces prix marque champ seulement uniquement texte acheteur \
                acheteurs suivant suivante exactement",
        },
        Order {
            verbs: "revele revelez repete repetez montre montrez traduis donne",
            objects: "systeme consignes regles cle",
        },
        Order { verbs: "tu vous agis agissez fais", objects: "ia modele developpeur" },
    ],
    markers: &[
        "prompt systeme",
        "nouvelles instructions",
        "nouvelle instruction",
        "fin des instructions",
        "systeme :",
        "note a l'ia",
        "note pour l'ia",
        "attention ia",
        "chere ia",
        "au modele de langage",
        "message du developpeur",
    ],
    common_words: "taille couleur marque prix texte titre annonce bon etat tres avec pour dans cette sans \
        plus comme sont tout tous toutes votre vous nous elle entre seulement ecris produit noir noire blanc \
        blanche bleu bleue rouge vert chemise veste chaise neuf neuve porte portee toujours jamais aussi des \
        les une est",
    not_a_listing: &[
        "je suis desole",
        "je ne peux pas vous aider",
        "je ne peux pas decrire",
        "je ne peux pas identifier",
        "je ne peux pas repondre",
        "en tant qu'ia",
        "modele de langage",
        "[a completer",
        "[votre",
        "[marque",
        "{marque",
        "<marque",
        "votre texte ici",
    ],
};
