use clap::Command;
use clap_complete::Shell;

use crate::cli::refusal::invalid;

/// Write a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub struct Completions {
    shell: Shell,
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  faro completions bash > faro.bash        source it from ~/.bashrc
  faro completions fish > faro.fish        put it into ~/.config/fish/completions";

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
    /// The command; without it the page of the program
    command: Option<String>,
}

const MAN_EXAMPLES: &str = "\
Examples:
  faro man > faro.1                put it into a folder man1 of your manual path
  faro man order > faro-order.1";

impl Man {
    pub fn run(&self, mut program: Command) -> anyhow::Result<Vec<u8>> {
        program.build();
        let page = match &self.command {
            None => program,
            Some(name) => find(&program, name)?,
        };
        let mut manual = Vec::new();
        clap_mangen::Man::new(page).render(&mut manual)?;
        Ok(manual)
    }
}

fn find(program: &Command, name: &str) -> anyhow::Result<Command> {
    program.find_subcommand(name).cloned().ok_or_else(|| {
        let names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
        invalid("[COMMAND]", name, format!("the commands are {}", names.join(", ")))
    })
}
