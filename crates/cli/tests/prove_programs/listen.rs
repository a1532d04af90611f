//! Programs that connect to faro, instead of being started by it.

use super::*;

/// Starts the example in Perl as soon as the socket exists, and returns what faro proves.
fn listened(folder: &Path, arguments: &[&str]) -> Output {
    let source = support::project().join("examples/adapters/shuffle.pl");
    let wait = format!(
        "while [ ! -S game.sock ]; do sleep 0.02; done; exec perl '{}' game.sock",
        source.display()
    );
    let mut client = Command::new("sh")
        .current_dir(folder)
        .args(["-c", &wait])
        .spawn()
        .unwrap();
    let mut command = faro();
    command
        .current_dir(folder)
        .args(["prove", "--listen", "game.sock", "--timeout", "20"])
        .args(arguments);
    let output = command.output_in_time();
    client.kill().ok();
    client.wait().unwrap();
    output
}

#[test]
fn a_program_connects_to_a_socket() {
    if !has_tool("perl") {
        return;
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("prove-listen");
    fs::create_dir_all(&folder).unwrap();
    let lines =
        fs::read_to_string(support::project().join("examples/adapters/shuffle.pl")).unwrap();
    assert!(lines.lines().count() <= 45);
    let _ = fs::remove_file(folder.join("game.sock"));
    let law = printed(&listened(&folder, &["--cards", "5"]));
    assert!(
        law.starts_with("proved fair: all orders are equally likely"),
        "{law}"
    );
    assert!(!folder.join("game.sock").exists(), "the socket is removed");
    let certified = printed(&listened(&folder, &["--certify", "--samples", "500"]));
    assert!(
        certified.starts_with("fair up to a total variation distance of 2.73e-2"),
        "{certified}"
    );
}

#[test]
fn nobody_connects() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("prove-nobody");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("taken"), "").unwrap();
    for (arguments, expected) in [
        (
            &["--listen", "game.sock", "--timeout", "0.2"][..],
            "no program connected to the socket",
        ),
        (&["--listen", "taken"], "expected the path of a new file"),
        (
            &["--listen", "no/such/folder.sock"],
            "expected the path of a new file",
        ),
        (&["--listen", "-"], "expected --output FILE for the result"),
        (
            &["--listen", "game.sock", "--", "true"],
            "cannot be used with",
        ),
    ] {
        let output = faro()
            .current_dir(&folder)
            .arg("prove")
            .args(arguments)
            .output_in_time();
        let text = printed(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(
            text.contains(expected) && text.contains("--listen"),
            "{arguments:?}: {text}"
        );
    }
}

/// The requests on standard output, and the answers on standard input.
#[test]
fn a_program_at_the_standard_streams() {
    if !has_tool("perl") {
        return;
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("prove-streams");
    fs::create_dir_all(&folder).unwrap();
    let source =
        fs::read_to_string(support::project().join("examples/adapters/shuffle.pl")).unwrap();
    let streams = source
        .replace(
            "while (my $faro = IO::Socket::UNIX->new(Peer => $ARGV[0])) {",
            "{ my $faro = *STDOUT;",
        )
        .replace("<$faro>", "<STDIN>");
    assert_ne!(streams, source);
    fs::write(folder.join("game.pl"), streams).unwrap();
    let script = "rm -f answers; mkfifo answers; \"$0\" prove --cards 4 --listen - --output law.txt <answers | perl game.pl >answers";
    let faro = faro();
    let mut shell = Command::new("sh");
    let output = shell
        .current_dir(&folder)
        .args(["-c", script])
        .arg(faro.get_program())
        .output_in_time();
    let law = fs::read_to_string(folder.join("law.txt")).unwrap_or_default();
    assert!(law.starts_with("proved fair"), "{law}{}", printed(&output));
}
