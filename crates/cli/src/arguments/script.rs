//! Recognises scripts by their names, and names the programs that run them, and this program.

/// The extensions of scripts, each with the program that runs such scripts.
const INTERPRETERS: &[(&str, &str)] = &[
    (".py", "python3"),
    (".js", "node"),
    (".mjs", "node"),
    (".rb", "ruby"),
    (".php", "php"),
    (".pl", "perl"),
    (".sh", "sh"),
    (".lua", "lua"),
    (".R", "Rscript"),
    (".jl", "julia"),
];

/// Returns the command line with its interpreter in front, for example `python3 game.py` for `game.py`.
pub fn with_interpreter(line: &str) -> String {
    let first = line.split(' ').next().unwrap_or_default();
    let interpreter = INTERPRETERS.iter().find(|(end, _)| first.ends_with(end));
    interpreter.map_or_else(
        || line.into(),
        |(_, interpreter)| format!("{interpreter} {line}"),
    )
}

/// Returns the error message for a program that cannot be started. For a script it names the interpreter to use.
pub fn not_started(line: &str, error: &std::io::Error) -> String {
    let run = with_interpreter(line);
    let tip = if run == line && line.contains(' ') {
        "; expected the name of a program, then its arguments, without quotes around both".into()
    } else if run == line {
        "; expected a command that runs, such as python3 game.py or ./game".into()
    } else {
        format!("; a script is run by its language: -- {run}")
    };
    match error.kind() {
        std::io::ErrorKind::NotFound => format!("there is no such program{tip}"),
        _ => format!("cannot run it: {error}{tip}"),
    }
}

/// Returns whether a file name is the name of a script.
pub fn is_script(name: &str) -> bool {
    with_interpreter(name) != name
}

/// Returns the path of this program. On Linux it stays valid if the program's file is replaced.
pub fn this_program() -> std::io::Result<std::path::PathBuf> {
    if cfg!(target_os = "linux") {
        Ok("/proc/self/exe".into())
    } else {
        std::env::current_exe()
    }
}

/// Returns whether a file with this name has data and is not a program.
pub fn names_data(path: &std::path::Path) -> bool {
    let is_data = |end: &std::ffi::OsStr| {
        ["txt", "csv", "json", "npy"]
            .iter()
            .any(|known| end.eq_ignore_ascii_case(known))
    };
    path.extension().is_some_and(is_data) || path.to_string_lossy().contains('*')
}
