//! `faro completions`: writes completion scripts for shells.

use std::iter;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;
use faro::stacks::STACKS;
use faro::word;

/// The number of cards that the shell offers.
const CARDS: &str = "52";

/// Write a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell that reads the script
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  faro completions bash > faro.bash   source this file in ~/.bashrc
  faro completions zsh > _faro        put this file into a folder of $fpath
  faro completions fish > faro.fish   put this file into ~/.config/fish/completions";

impl CompletionsArgs {
    pub fn run(&self, program: Command) -> Vec<u8> {
        // The parser needs names with the lifetime `'static`, so the few names are leaked.
        let names: Vec<&'static str> = program
            .get_subcommands()
            .map(|command| &*command.get_name().to_string().leak())
            .collect();
        let offered =
            |command: Command| command.mut_args(|argument| self.offered(argument, &names));
        let mut program = offered(program).mut_subcommands(offered);
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "faro", &mut script);
        if self.shell == Shell::Fish {
            program
                .get_subcommands()
                .for_each(|command| script.extend(fish_positions(command).into_bytes()));
        }
        script
    }

    /// Returns the argument with the values that the shell offers. File names are offered only for files.
    fn offered(&self, argument: Arg, names: &[&'static str]) -> Arg {
        let takes_value = argument.get_action().takes_values();
        let values = match argument.get_id().as_str() {
            _ if !takes_value || !argument.get_possible_values().is_empty() => return argument,
            // bash offers the values of all positions together.
            "first" if self.shell == Shell::Bash => vec![CARDS],
            "first" => iter::once(CARDS).chain(words()).collect(),
            "second" | "word" | "against" => words().collect(),
            "moves" | "allow" => moves().collect(),
            "start" | "from" | "to" | "contains" if holds_stack(&argument) => {
                STACKS.iter().map(|stack| stack.name).collect()
            }
            "command" => names.to_vec(),
            _ => Vec::new(),
        };
        if !values.is_empty() {
            return argument.value_parser(PossibleValuesParser::new(values));
        }
        let hint = hint(&argument);
        argument.value_hint(hint)
    }
}

/// Returns what fish offers for the positions of a command, which the generator leaves out.
fn fish_positions(command: &Command) -> String {
    let values = command.get_positionals().flat_map(Arg::get_possible_values);
    let mut names: Vec<String> = Vec::new();
    for value in values {
        if names.iter().all(|name| name != value.get_name()) {
            names.push(value.get_name().to_string());
        }
    }
    if names.is_empty() {
        return String::new();
    }
    let (command, names) = (command.get_name(), names.join(" "));
    format!("complete -c faro -n \"__fish_faro_using_subcommand {command}\" -f -a \"{names}\"\n")
}

fn names_of_values(argument: &Arg) -> String {
    argument.get_value_names().unwrap_or_default().join(" ")
}

fn holds_stack(argument: &Arg) -> bool {
    let names = names_of_values(argument);
    names.contains("STACK") || names.contains("first")
}

fn hint(argument: &Arg) -> ValueHint {
    match argument.get_id().as_str() {
        "exec" => ValueHint::CommandString,
        "program" => ValueHint::CommandWithArguments,
        _ if names_of_values(argument).contains("FILE") => ValueHint::FilePath,
        _ => ValueHint::Other,
    }
}

/// Returns the fixed and the random moves. Each is the shortest word that can be typed: the move's name, or an
/// example if it has arguments.
fn words() -> impl Iterator<Item = &'static str> {
    moves().chain(word::shuffles().map(|shuffle| typed(&shuffle)))
}

fn moves() -> impl Iterator<Item = &'static str> {
    word::moves().map(|entry| typed(&entry))
}

fn typed(entry: &word::MoveInfo) -> &'static str {
    let usage = entry.usage();
    match usage
        .find(':')
        .is_some_and(|colon| !usage[..colon].contains('['))
    {
        true => entry.examples().first().copied().unwrap_or(entry.name()),
        false => entry.name(),
    }
}
