//! A tree of choices, from the root at the left to a leaf a line.

use std::io::{self, Write};

use super::canvas::{canvas, escaped, label};
use crate::cli::view::Twig;

/// Each line begins where it leaves the line above.
pub fn tree_text(twigs: &[Twig], ascii: bool, out: &mut dyn Write) -> io::Result<()> {
    let depth = twigs.iter().map(|twig| twig.branches.len()).max().unwrap_or(0);
    let width =
        twigs.iter().flat_map(|twig| &twig.branches).map(|branch| branch.label.len()).max().unwrap_or(0);
    let chances = twigs.iter().map(|twig| twig.chance.len()).max().unwrap_or(0);
    let ends = Ends::of(twigs);
    for (line, twig) in twigs.iter().enumerate() {
        let shared = if line == 0 { 0 } else { twig.shared(&twigs[line - 1]) };
        for (level, branch) in twig.branches.iter().enumerate() {
            let later = ends.goes_on(line, level);
            let first = line == 0 || level > shared;
            let stroke = match (level < shared, first, later) {
                (true, _, true) => '│',
                (true, _, false) => ' ',
                (_, true, true) => '┬',
                (_, true, false) => '─',
                (_, false, true) => '├',
                (_, false, false) => '└',
            };
            let shown = if level < shared { "" } else { &branch.label };
            write!(out, "{} {shown:<width$} ", if ascii { plain(stroke) } else { stroke })?;
        }
        let rest = (depth - twig.branches.len()) * (width + 3);
        writeln!(out, "{:rest$} {}  {:>chances$}", "", twig.name, twig.chance)?;
    }
    Ok(())
}

fn plain(stroke: char) -> char {
    match stroke {
        '│' => '|',
        '─' => '-',
        '└' => '`',
        ' ' => ' ',
        _ => '+',
    }
}

/// For each line and level, whether a later line goes another way from the same node.
struct Ends(Vec<Vec<bool>>);

impl Ends {
    fn of(twigs: &[Twig]) -> Ends {
        let mut rows: Vec<Vec<bool>> = Vec::with_capacity(twigs.len());
        for line in (0..twigs.len()).rev() {
            let depth = twigs[line].branches.len();
            let row = match twigs.get(line + 1).zip(rows.last()) {
                None => vec![false; depth],
                Some((next, below)) => {
                    let shared = twigs[line].shared(next);
                    let goes = |level: usize| match level {
                        _ if level < shared => below[level],
                        _ => level == shared,
                    };
                    (0..depth).map(goes).collect()
                }
            };
            rows.push(row);
        }
        rows.reverse();
        Ends(rows)
    }

    fn goes_on(&self, line: usize, level: usize) -> bool {
        self.0[line][level]
    }
}

/// A node: how deep it lies, and the lines of its first and last leaf.
struct Node {
    depth: usize,
    first: usize,
    last: usize,
}

impl Node {
    fn middle(&self) -> f64 {
        (self.first + self.last) as f64 / 2.0
    }
}

pub fn tree(title: &str, twigs: &[Twig], out: &mut dyn Write) -> io::Result<()> {
    const ROW: f64 = 18.0;
    let depth = twigs.iter().map(|twig| twig.branches.len()).max().unwrap_or(0);
    let step = (640.0 / depth.max(1) as f64).clamp(36.0, 120.0);
    let letters = twigs.iter().map(|twig| twig.name.chars().count() + twig.chance.len()).max().unwrap_or(0);
    let (left, top) = (30.0, 52.0);
    let right = left + step * depth as f64;
    let place = |node: &Node| [left + step * node.depth as f64, top + ROW * node.middle()];
    canvas(right + 60.0 + 7.5 * letters as f64, top + ROW * twigs.len() as f64 + 10.0, title, out, |out| {
        edges(twigs, 0, twigs.len(), 0, &mut |from, to, text| {
            let ([x1, y1], [x2, y2]) = (place(from), place(to));
            let middle = (x1 + x2) / 2.0;
            writeln!(
                out,
                r#"<path d="M{x1:.1} {y1:.1}C{middle:.1} {y1:.1} {middle:.1} {y2:.1} {x2:.1} {y2:.1}" fill="none" stroke="currentColor" stroke-opacity=".4"/>"#
            )?;
            writeln!(
                out,
                r#"<text x="{:.1}" y="{:.1}" font-size="10" text-anchor="middle">{}</text>"#,
                x2 - 7.0,
                y2 - 3.0,
                escaped(text)
            )
        })?;
        for (line, twig) in twigs.iter().enumerate() {
            let y = top + ROW * line as f64 + 4.5;
            label([left + step * twig.branches.len() as f64 + 8.0, y], "start", &twig.name, out)?;
            label([right + 44.0 + 7.5 * letters as f64, y], "end", &twig.chance, out)?;
        }
        Ok(())
    })
}

type Edge<'a> = dyn FnMut(&Node, &Node, &str) -> io::Result<()> + 'a;

/// The edges below the node of lines `first` to `end`, from the root on.
fn edges(twigs: &[Twig], first: usize, end: usize, depth: usize, draw: &mut Edge) -> io::Result<()> {
    let node = Node { depth, first, last: end - 1 };
    let mut start = first;
    while let Some(branch) = twigs[start..end].first().and_then(|twig| twig.branches.get(depth)) {
        let same = |twig: &&Twig| twig.branches.get(depth).is_some_and(|other| other.index == branch.index);
        let next = start + twigs[start..end].iter().take_while(same).count();
        draw(&node, &Node { depth: depth + 1, first: start, last: next - 1 }, &branch.label)?;
        edges(twigs, start, next, depth + 1, draw)?;
        start = next;
    }
    Ok(())
}
