use std::io::{self, Write};

use clap::Command;
use clap_complete::Shell;

use crate::cli::error::invalid;

/// Write a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub struct Completions {
    shell: Shell,
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  faro completions bash > faro.bash   source this file in ~/.bashrc
  faro completions fish > faro.fish   put this file into ~/.config/fish/completions";

impl Completions {
    pub fn run(&self, mut program: Command) -> Vec<u8> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "faro", &mut script);
        script
    }
}

/// Write the manual page of the program or of one command
#[derive(clap::Args)]
#[command(after_help = MAN_EXAMPLES)]
pub struct Man {
    /// The command [default: the whole program]
    command: Option<String>,
}

const MAN_EXAMPLES: &str = "\
Examples:
  faro man > faro.1              put this file into man1 of your manual path
  faro man order > faro-order.1";

impl Man {
    pub fn run(&self, program: Command) -> anyhow::Result<Vec<u8>> {
        let mut program = program.disable_help_subcommand(true);
        program.build();
        let page = match &self.command {
            None => program,
            Some(name) => find(&program, name)?,
        };
        let mut manual = Vec::new();
        write_page(page, &mut manual)?;
        Ok(manual)
    }
}

/// Writes the page with one example per line. The renderer would join them to a paragraph.
fn write_page(mut command: Command, out: &mut dyn Write) -> io::Result<()> {
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    command = command.after_help(None::<&str>);
    let commands = command.has_subcommands();
    let page = clap_mangen::Man::new(command);
    page.render_title(out)?;
    page.render_name_section(out)?;
    page.render_synopsis_section(out)?;
    page.render_description_section(out)?;
    page.render_options_section(out)?;
    if commands {
        page.render_subcommands_section(out)?;
    }
    let lines = examples.strip_prefix("Examples:\n").unwrap_or(&examples).replace('-', "\\-");
    writeln!(out, ".SH EXAMPLES\n.nf\n{lines}\n.fi")?;
    page.render_version_section(out)
}

fn find(program: &Command, name: &str) -> anyhow::Result<Command> {
    program.find_subcommand(name).cloned().ok_or_else(|| {
        let names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
        invalid("[COMMAND]", name, format!("expected one of {}", names.join(", ")))
    })
}
