//! `faro man`: writes manual pages.

use std::io::{self, Write};

use clap::Command;

use crate::output::error::invalid;

/// Write the manual page of the program or of one command
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ManArgs {
    /// The command [default: the whole program]
    command: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  faro man > faro.1              put this file into man1 of your manual path
  faro man order > faro-order.1";

impl ManArgs {
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
    let examples = command
        .get_after_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    let has_verdict = matches!(command.get_name(), "audit" | "prove");
    // The renderer omits arguments that the short help does not show.
    command = command
        .after_help(None::<&str>)
        .mut_args(|argument| argument.hide_short_help(false));
    let commands = command.has_subcommands();
    let related = see_also(&command);
    let page = clap_mangen::Man::new(command);
    page.render_title(out)?;
    page.render_name_section(out)?;
    page.render_synopsis_section(out)?;
    page.render_description_section(out)?;
    page.render_options_section(out)?;
    if commands {
        page.render_subcommands_section(out)?;
    }
    let lines = examples
        .strip_prefix("Examples:\n")
        .unwrap_or(&examples)
        .replace('-', "\\-");
    writeln!(out, ".SH EXAMPLES\n.nf\n{lines}\n.fi")?;
    write_statuses(has_verdict || commands, out)?;
    writeln!(out, "{ENVIRONMENT}")?;
    page.render_version_section(out)?;
    writeln!(out, ".SH \"SEE ALSO\"\n{related}")
}

fn write_statuses(has_verdict: bool, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, ".SH \"EXIT STATUS\"")?;
    let mut status = |code: &str, meaning: &str| writeln!(out, ".TP\n.B {code}\n{meaning}");
    status(
        "0",
        "The command did what was asked, or the reader of its output closed the pipe.",
    )?;
    if has_verdict {
        status(
            "1",
            "The verdict of an audit or of a proof is that the shuffle is unfair.",
        )?;
    }
    status(
        "2",
        "The command could not do what was asked. One line on standard error says why.",
    )?;
    if has_verdict {
        status("3", "The decks of an audit are too few to decide.")?;
    }
    Ok(())
}

const ENVIRONMENT: &str = "\
.SH ENVIRONMENT
.TP
.B FARO_SIMD
The largest set of vector instructions that may be used: none, avx2, neon or avx512. Results do not depend on it.
.TP
.B NO_COLOR
If it is set and not empty, text has no colours, unless \\-\\-color says otherwise.
.TP
.B TERM
If it is dumb, text has no colours, unless \\-\\-color says otherwise.
.TP
.B COLORTERM
If it is truecolor or 24bit, colours are not reduced to a palette of 256.";

/// Returns the related pages: the pages of all commands for the program, otherwise the page of the program.
fn see_also(command: &Command) -> String {
    let page = |name: &str| format!(".BR {} (1)", name.replace('-', "\\-"));
    let names = command
        .get_subcommands()
        .map(|command| page(&format!("faro-{}", command.get_name())));
    let pages: Vec<String> = if command.has_subcommands() {
        names.collect()
    } else {
        vec![page("faro")]
    };
    pages.join(",\n")
}

fn find(program: &Command, name: &str) -> anyhow::Result<Command> {
    program.find_subcommand(name).cloned().ok_or_else(|| {
        let names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
        invalid(
            "[COMMAND]",
            name,
            format!("expected one of {}", names.join(", ")),
        )
    })
}
