//! Scripts, and the programs that run them.

/// The programs that run scripts, by the end of the script's name.
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

/// Returns the error of a program that does not start. For a script, the text names the interpreter to use.
pub fn not_started(line: &str, error: &std::io::Error) -> String {
    let run = with_interpreter(line);
    let tip = if run == line {
        String::new()
    } else {
        format!("; a script is run by its language: -- {run}")
    };
    format!("cannot run it: {error}{tip}")
}

/// Returns whether a file name is the name of a script.
pub fn is_script(name: &str) -> bool {
    with_interpreter(name) != name
}
