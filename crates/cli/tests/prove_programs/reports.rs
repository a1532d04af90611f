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

/// A proof fits a terminal of 80 columns and 24 rows, whatever its law.
#[test]
fn a_proof_fits_a_screen() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("screen", "python", "faro_choices.py");
    let float = "for i in range(n - 1, 0, -1):\n    j = int(random.random() * (i + 1)); d[i], d[j] = d[j], d[i]";
    let naive = "for i in range(n):\n    j = int(random.random() * n); d[i], d[j] = d[j], d[i]";
    for (name, body, cards) in [
        ("fair", "random.shuffle(d)", "3"),
        ("float", float, "6"),
        ("naive", ZOO[7].1, "5"),
        ("naive_float", naive, "5"),
        ("keys", "d.sort(key=lambda card: random.random())", "4"),
    ] {
        let program = python(&folder, name, body);
        let arguments = ["--cards", cards, "--samples", "2000", "--seed", "tea"];
        let output = prove(&arguments, &["python3", &program], &folder);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.lines().count() <= 23, "{text}");
        assert!(
            text.lines().all(|line| line.chars().count() <= 80),
            "{text}"
        );
        assert!(!text.contains("variation  0 ="), "{text}");
        // Long fractions are left out, and probabilities with equal digits have one row.
        let mut rows: Vec<&str> = text
            .lines()
            .skip_while(|line| !line.starts_with("probability  times fair"))
            .filter_map(|line| line.split_whitespace().next())
            .collect();
        assert_eq!(!rows.is_empty(), name.contains("float"), "{text}");
        let all = rows.len();
        rows.dedup();
        assert_eq!(rows.len(), all, "{text}");
    }
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
