//! The reports in all formats.

use super::laws::ZOO;
use super::*;

/// Small decks, and the reports for other programs.
#[test]
fn reports_of_all_formats() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("reports", "python", "faro_choices.py");
    let program = python(&folder, "fair", "random.shuffle(d)");
    for cards in ["1", "2"] {
        let output = prove(
            &["--cards", cards, "--quiet"],
            &["python3", &program],
            &folder,
        );
        assert!(
            printed(&output).starts_with("proved fair: all orders are equally likely\n"),
            "{}",
            printed(&output)
        );
    }
    let sattolo = python(&folder, "sattolo", ZOO[8].1);
    let files = [
        "--html", "p.html", "--junit", "p.xml", "--cards", "3", "--format", "csv",
    ];
    let output = prove(&files, &["python3", &sattolo], &folder);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&output.stdout).starts_with("deck,probability,exact\n1 2 3,0,0\n")
    );
    let page = fs::read_to_string(folder.join("p.html")).unwrap();
    assert!(page.contains("proved unfair: total variation 2/3") && page.contains("<svg"));
    let build = fs::read_to_string(folder.join("p.xml")).unwrap();
    assert!(
        build.contains(r#"failures="1""#) && build.contains("<failure message="),
        "{build}"
    );
    let output = prove(&["--cards", "3", "--tree"], &["python3", &program], &folder);
    assert!(printed(&output).ends_with("6 runs, 6 orders; choices are counted from 1\n"));
}

#[test]
fn without_faro_an_adapter_prints_decks() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("decks", "python", "faro_choices.py");
    let program = python(&folder, "fair", "random.shuffle(d)");
    let output = Command::new("python3")
        .current_dir(&folder)
        .args([&program, "5", "3"])
        .output_in_time();
    let text = printed(&output);
    assert_eq!(text.lines().count(), 3, "{text}");
    for line in text.lines() {
        let mut cards: Vec<u32> = line.split(' ').map(|card| card.parse().unwrap()).collect();
        cards.sort_unstable();
        assert_eq!(cards, [0, 1, 2, 3, 4]);
    }
}
