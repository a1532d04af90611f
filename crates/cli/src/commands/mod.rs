//! The commands, a file or a folder each: arguments, computation and report.

mod audit;
mod bits;
mod certify;
mod completions;
mod cycles;
mod deal;
mod deck;
mod explore;
mod group;
mod hands;
mod inspect;
mod law;
mod list;
mod man;
mod many_sizes;
mod matrix;
mod mix;
mod odds;
mod order;
mod prove;
mod route;
mod simulate;
mod sizes;
mod solve;
mod sweep;
mod verify;
mod r#where;

use std::path::Path;

use clap::Subcommand;
use faro_render::view::ByteForm;

use crate::arguments::argument::DeckSize;
use crate::arguments::shuffle::ShuffleArgs;
use crate::output;
use crate::output::error::Exit;
use crate::output::options::{Format, OutputArgs};
use law::LawArgs;
use many_sizes::TextSelection;
use matrix::MatrixArgs;

#[derive(Subcommand)]
pub enum Command {
    Order(order::OrderArgs),
    Cycles(cycles::CyclesArgs),
    Deck(deck::DeckArgs),
    Where(r#where::WhereArgs),
    Sizes(sizes::SizesArgs),
    Group(group::GroupArgs),
    Sweep(sweep::SweepArgs),
    Route(route::RouteArgs),
    Solve(solve::SolveArgs),
    Mix(mix::MixArgs),
    Odds(odds::OddsArgs),
    Simulate(simulate::SimulateArgs),
    Merge(simulate::MergeArgs),
    Law(LawArgs),
    Matrix(MatrixArgs),
    Audit(Box<audit::AuditArgs>),
    Prove(Box<prove::ProveArgs>),
    Certify(Box<certify::CertifyArgs>),
    Verify(Box<verify::VerifyArgs>),
    Deal(deal::DealArgs),
    Inspect(inspect::InspectArgs),
    Hands(hands::HandsArgs),
    Bits(bits::BitsArgs),
    List(list::ListArgs),
    Explore(explore::ExploreArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

const NO_FORMAT: &str = "'--format' is for results, and this command has none; leave it out";

impl Command {
    /// Runs the command. `program` returns the description of all commands, for completions and manual pages.
    pub fn run(
        &mut self,
        args: &OutputArgs,
        program: fn() -> clap::Command,
    ) -> anyhow::Result<Exit> {
        let sizes = self
            .cards_mut()
            .map(DeckSize::take_sizes)
            .unwrap_or_default();
        if !sizes.is_empty() {
            output::check_bytes(&[], args)?;
            let answers = many_sizes::answer(sizes, self.shown(), args, |size, args| {
                self.cards_mut()
                    .into_iter()
                    .for_each(|cards| cards.number = size.clone());
                self.run(args, program).map(drop)
            })?;
            return output::report(&answers, args).map(|()| Exit::Success);
        }
        self.check_output(args)?;
        let note = self.list_note();
        let done = match self {
            Command::Order(order) => output::report(&order.run()?, args),
            Command::Cycles(cycles) => cycles.run(args),
            Command::Deck(deck) => deck.run(args),
            Command::Where(place) => output::report(&place.run(args)?, args),
            Command::Sizes(sizes) => sizes.run(args),
            Command::Group(group) => output::report(&group.run(args)?, args),
            Command::Sweep(sweep) => sweep.run(args),
            Command::Route(route) => route.run(args),
            Command::Solve(solve) => output::report(&solve.run(args)?, args),
            Command::Mix(mix) => mix.run(args),
            Command::Odds(odds) => output::report(&odds.run()?, args),
            Command::Simulate(simulate) => simulate.run(args),
            Command::Merge(merge) => merge.run(args),
            Command::Law(law) => law.run(args),
            Command::Matrix(matrix) => matrix.run(args),
            Command::Audit(audit) => return audit.run(args),
            Command::Prove(prove) => return prove.run(args),
            Command::Certify(certify) => return certify.run(args),
            Command::Verify(verify) => return verify.run(args),
            Command::Deal(deal) => return deal.run(args),
            Command::Inspect(inspect) => output::report(&inspect.run(args)?, args),
            Command::Hands(hands) => hands.run(args),
            Command::Bits(bits) => output::report(&bits.run()?, args),
            Command::List(list) => output::report(&list.run()?, args),
            Command::Explore(explore) => explore.run(args),
            Command::Completions(completions) => output::bytes(&completions.run(program()), args),
            Command::Man(man) => output::bytes(&man.run(program())?, args),
        };
        done?;
        output::remark(note, args);
        Ok(Exit::Success)
    }

    /// Returns a note on how a list in the shuffle is read.
    fn list_note(&mut self) -> Option<&'static str> {
        match self {
            Command::Mix(mix) => mix.given.list_note(),
            _ => self.shuffle_mut()?.list_note(),
        }
    }

    /// Returns the deck and its shuffle, if the command has them.
    fn shuffle_mut(&mut self) -> Option<&mut ShuffleArgs> {
        match self {
            Command::Order(order) => Some(&mut order.shuffle),
            Command::Cycles(cycles) => Some(&mut cycles.shuffle),
            Command::Deck(deck) => Some(&mut deck.shuffle),
            Command::Where(place) => Some(&mut place.shuffle),
            Command::Law(law) => Some(&mut law.shuffle),
            Command::Matrix(matrix) => Some(&mut matrix.shuffle),
            Command::Simulate(simulate) => Some(&mut simulate.shuffle),
            _ => None,
        }
    }

    /// Returns the part of the answers for several deck sizes that text shows.
    fn shown(&self) -> TextSelection {
        match self {
            Command::Matrix(_) => TextSelection::Columns("cards card position probability"),
            Command::Simulate(_) => {
                TextSelection::Columns("cards statistic mean std_error uniform_mean z p_value")
            }
            Command::Mix(mix) if mix.is_wide() => TextSelection::Texts,
            Command::Mix(mix) => TextSelection::Distances {
                is_until: mix.has_until(),
            },
            _ => TextSelection::Different,
        }
    }

    /// Returns the number of cards, if the command can answer for several.
    fn cards_mut(&mut self) -> Option<&mut DeckSize> {
        match self {
            Command::Deck(_) => None,
            Command::Group(group) => Some(&mut group.given.cards),
            Command::Mix(mix) => Some(&mut mix.given.cards),
            Command::Bits(bits) => Some(&mut bits.cards),
            _ => self.shuffle_mut().map(|shuffle| &mut shuffle.cards),
        }
    }

    /// Returns whether the command only computes.
    ///
    /// It then does not wait for input, run a program, or serve a page.
    pub fn computes(&self) -> bool {
        let waits = matches!(self, Command::Audit(_) | Command::Hands(_))
            || matches!(self, Command::Inspect(inspect) if inspect.reads_input());
        !waits
            && !matches!(
                self,
                Command::Prove(_) | Command::Certify(_) | Command::Explore(_)
            )
    }

    /// Returns whether the output is a report in one of the formats. A shard, a script or a manual page is not.
    fn writes_report(&self) -> bool {
        match self {
            Command::Simulate(simulate) => !simulate.writes_shard(),
            Command::Completions(_) | Command::Man(_) | Command::Explore(_) => false,
            _ => true,
        }
    }

    /// Returns the forms of bytes in which the command can write its result.
    fn byte_forms(&self) -> &'static [ByteForm] {
        match self {
            Command::Deck(deck) if deck.lists_decks() => &[ByteForm::Raw, ByteForm::Npy],
            Command::Matrix(_) => &[ByteForm::Npy],
            Command::Sweep(sweep) if !sweep.summary => &[ByteForm::Npy],
            _ => &[],
        }
    }

    /// Returns an error if the result cannot be written. An audit and a proof check this themselves, because they
    /// also write errors to a file.
    fn check_output(&self, args: &OutputArgs) -> anyhow::Result<()> {
        match self.writes_report() {
            true => output::check_bytes(self.byte_forms(), args)?,
            false => anyhow::ensure!(matches!(args.format, Format::Text), NO_FORMAT),
        }
        let is_served = matches!(self, Command::Explore(_));
        anyhow::ensure!(
            !is_served || args.written().is_none(),
            "'--output' is for results, and the page has none"
        );
        let picture = match self {
            Command::Audit(_) | Command::Prove(_) => return Ok(()),
            Command::Cycles(cycles) => Some(&cycles.svg),
            Command::Deck(deck) => Some(&deck.svg),
            Command::Sweep(sweep) => Some(&sweep.svg),
            Command::Mix(mix) => Some(&mix.svg),
            Command::Law(LawArgs { picture, .. }) | Command::Matrix(MatrixArgs { picture, .. }) => {
                picture.check(args)?;
                Some(&picture.svg)
            }
            Command::Hands(hands) => Some(&hands.svg),
            _ => None,
        };
        match picture {
            Some(picture) => output::check(self.read(), picture.files(args), args),
            None => output::check(self.read(), args.written().into_iter(), args),
        }
    }

    /// Returns the path of the file with the starting order, or with riffles, if there is one.
    fn read(&self) -> Option<&Path> {
        match self {
            Command::Cycles(cycles) => cycles.start.path(),
            Command::Deck(deck) => deck.start.path(),
            Command::Where(place) => place.start.path(),
            Command::Route(route) => route.start.path(),
            Command::Matrix(matrix) => matrix.start.path(),
            Command::Hands(hands) => Some(hands.path()),
            _ => None,
        }
    }
}
