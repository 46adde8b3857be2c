use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};

use crate::process::Ptl;

/// Those in `--help`, except `help`.
fn subcommands(ptl: &Ptl, command: &[&str]) -> Vec<String> {
    let help = ptl.must(&[command, &["--help"]].concat());
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = listed.take_while(|line| !line.is_empty()).filter(|line| line.starts_with("  "));
    let names =
        names.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// As lists of words, such as `key` and `create`.
fn all_commands(ptl: &Ptl) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for command in subcommands(ptl, &[]) {
        let inner = subcommands(ptl, &[&command]);
        found.extend(inner.into_iter().map(|inner| vec![command.clone(), inner]));
        found.push(vec![command]);
    }
    assert!(found.len() > 40, "{found:?}");
    found
}

#[test]
fn completions_of_each_shell_name_every_command() {
    let ptl = Ptl::fresh(Vec::new());
    let commands = all_commands(&ptl);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = ptl.must(&["completions", shell]);
        let words: BTreeSet<&str> = script.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
        for name in commands.iter().flatten() {
            assert!(words.contains(name.as_str()), "{shell}: {name}");
        }
    }
}

#[test]
fn bash_completes_a_command_with_the_generated_script() {
    let ptl = Ptl::fresh(Vec::new());
    let script = ptl.data().join("completions");
    fs::write(&script, ptl.must(&["completions", "bash"])).unwrap();
    let ask = format!(
        "source {}; COMP_WORDS=(ptl key ro); COMP_CWORD=2; _ptl ptl ro key; echo \"${{COMPREPLY[@]}}\"",
        script.display()
    );
    let bash = Command::new("bash").args(["--norc", "-c", &ask]).stderr(Stdio::inherit()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&bash.stdout).trim(), "rotate");
}

#[test]
fn every_command_has_a_manual_page_that_names_its_subcommands() {
    let ptl = Ptl::fresh(Vec::new());
    let folder = ptl.data().join("share/man/man1");
    ptl.must(&["man", "--dir", folder.to_str().unwrap()]);
    let commands = all_commands(&ptl);
    let page = |words: &[String]| {
        let name = [&["ptl".to_owned()], words].concat().join("-");
        fs::read_to_string(folder.join(format!("{name}.1"))).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let main = page(&[]);
    assert_eq!(main.trim_end(), ptl.must(&["man"]), "without a folder the main page is printed");
    for words in &commands {
        let named = format!("ptl\\-{}(1)", words.join("-").replace('-', "\\-"));
        let above = page(&words[..words.len() - 1]);
        assert!(above.contains(&named), "{named} is not in the parent's page");
        assert!(page(words).contains(".SH NAME"), "{words:?}");
    }
    assert!(page(&["serve".to_owned()]).contains("PTL_PUBLIC_URL"), "the page of serve has every setting");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), commands.len() + 1);
}

#[test]
fn completions_and_manual_work_with_invalid_settings() {
    let ptl = Ptl::fresh(vec![("PTL_RATE_FREE_PER_MINUTE", "many".to_owned())]);
    assert!(ptl.must(&["completions", "bash"]).contains("doctor"));
    assert!(ptl.must(&["man"]).starts_with(".ie"));
}

#[test]
fn error_names_the_folder_of_manual_pages_that_cannot_be_written() {
    let ptl = Ptl::fresh(Vec::new());
    let file = ptl.data().join("file");
    fs::write(&file, "").unwrap();
    let output = ptl.command(&["man", "--dir", file.to_str().unwrap()]).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains(file.to_str().unwrap()), "{message}");
}
