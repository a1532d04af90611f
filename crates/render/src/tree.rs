//! Draws a tree of choices, with the root at the left and one leaf per line.

use std::collections::BTreeSet;
use std::io::{self, Write};

use anstyle::Style;

use super::svg::{Caption, canvas, label, text_with};
use crate::numbers::widest;
use crate::palette::RESULTS;
use crate::view::{Page, Sheet, TreeLeaf};

/// Writes one line per leaf. Branches shared with the line above are not repeated.
pub fn tree_text(
    leaves: &[TreeLeaf],
    ascii: bool,
    page: &Page,
    out: &mut dyn Write,
) -> io::Result<()> {
    let depth = leaves
        .iter()
        .map(|leaf| leaf.branches.len())
        .max()
        .unwrap_or(0);
    let branches = leaves.iter().flat_map(|leaf| &leaf.branches);
    let width = widest(branches.map(|branch| &branch.label));
    let probabilities = widest(leaves.iter().map(|leaf| &leaf.probability));
    let (later_branches, results) = (LaterBranches::new(leaves), Results::new(leaves));
    for (line, leaf) in leaves.iter().enumerate() {
        // Branches shared with the line above are drawn as vertical strokes only.
        let shared = if line == 0 {
            0
        } else {
            leaf.shared(&leaves[line - 1])
        };
        for (level, branch) in leaf.branches.iter().enumerate() {
            let later = later_branches.contains(line, level);
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
            write!(
                out,
                "{} {shown:<width$} ",
                if ascii { ascii_stroke(stroke) } else { stroke }
            )?;
        }
        let rest = (depth - leaf.branches.len()) * (width + 3);
        write!(out, "{:rest$} ", "")?;
        page.write(out, results.style(leaf), &leaf.name)?;
        writeln!(out, "  {:>probabilities$}", leaf.probability)?;
    }
    Ok(())
}

/// The distinct results in the tree. Each has a colour.
struct Results<'a>(Vec<&'a str>);

impl<'a> Results<'a> {
    fn new(leaves: &'a [TreeLeaf]) -> Results<'a> {
        let names: BTreeSet<&str> = leaves.iter().map(|leaf| leaf.name.as_str()).collect();
        Results(names.into_iter().collect())
    }

    fn index(&self, leaf: &TreeLeaf) -> usize {
        self.0
            .iter()
            .position(|name| *name == leaf.name)
            .unwrap_or(0)
    }

    /// Returns the style of a leaf on a terminal. There is no colour if there are more results than colours.
    fn style(&self, leaf: &TreeLeaf) -> Style {
        let colour = RESULTS
            .get(self.index(leaf))
            .filter(|_| self.0.len() <= RESULTS.len());
        colour.map_or(Style::new(), |colour| colour.on_default())
    }

    /// Returns a colour from the hue circle for a leaf, darkened to be visible on white.
    fn hue(&self, leaf: &TreeLeaf) -> String {
        let colorous::Color { r, g, b } =
            colorous::SINEBOW.eval_rational(self.index(leaf), self.0.len());
        let dark = |part: u8| part as u32 * 4 / 5;
        format!("#{:02x}{:02x}{:02x}", dark(r), dark(g), dark(b))
    }
}

fn ascii_stroke(stroke: char) -> char {
    match stroke {
        '│' => '|',
        '─' => '-',
        '└' => '`',
        ' ' => ' ',
        _ => '+',
    }
}

/// For each line of the tree and each depth, whether a later line takes another branch of the same node.
struct LaterBranches(Vec<Vec<bool>>);

impl LaterBranches {
    fn new(leaves: &[TreeLeaf]) -> LaterBranches {
        let mut rows: Vec<Vec<bool>> = Vec::with_capacity(leaves.len());
        for line in (0..leaves.len()).rev() {
            let depth = leaves[line].branches.len();
            let row = match leaves.get(line + 1).zip(rows.last()) {
                None => vec![false; depth],
                Some((next, below)) => {
                    let shared = leaves[line].shared(next);
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
        LaterBranches(rows)
    }

    fn contains(&self, line: usize, level: usize) -> bool {
        self.0[line][level]
    }
}

/// A node: its depth, and the lines of its first and last leaf.
struct TreeNode {
    depth: usize,
    first: usize,
    last: usize,
}

impl TreeNode {
    fn middle(&self) -> f64 {
        (self.first + self.last) as f64 / 2.0
    }
}

pub fn tree(
    title: &str,
    leaves: &[TreeLeaf],
    sheet: Option<Sheet>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let depth = leaves
        .iter()
        .map(|leaf| leaf.branches.len())
        .max()
        .unwrap_or(0);
    let mut step = (640.0 / depth.max(1) as f64).clamp(36.0, 120.0);
    let mut pitch = 18.0;
    let letters = leaves
        .iter()
        .map(|leaf| leaf.name.chars().count() + leaf.probability.len())
        .max()
        .unwrap_or(0);
    let (left, top) = (30.0, 52.0);
    let names = 60.0 + 7.5 * letters as f64;
    if let Some(sheet) = sheet {
        let [width, height] = [
            left + step * depth as f64 + 10.0 + names,
            top + pitch * leaves.len() as f64 + 10.0,
        ];
        let [more_width, more_height] = sheet.missing([width, height]);
        step += more_width / depth.max(1) as f64;
        pitch += more_height / leaves.len().max(1) as f64;
    }
    let right = left + step * depth as f64 + 10.0;
    let results = Results::new(leaves);
    let place = |node: &TreeNode| [left + step * node.depth as f64, top + pitch * node.middle()];
    let description = "A tree of random choices from left to right. At the end of each branch are the order of the \
                       deck, with a dot in the colour of this order, and the probability of this run.";
    let [width, height] = [right + names, top + pitch * leaves.len() as f64 + 10.0];
    let caption = Caption { title, description };
    canvas([width, height], sheet, &caption, out, |out| {
        edges(leaves, 0, leaves.len(), 0, &mut |from, to, text| {
            let ([x1, y1], [x2, y2]) = (place(from), place(to));
            let middle = (x1 + x2) / 2.0;
            writeln!(
                out,
                r##"<path d="M{x1:.1} {y1:.1}C{middle:.1} {y1:.1} {middle:.1} {y2:.1} {x2:.1} {y2:.1}" fill="none" class="line" stroke="#222" stroke-opacity=".4"/>"##
            )?;
            text_with(
                [x2 - 7.0, y2 - 3.0],
                r#"font-size="10" text-anchor="middle""#,
                text,
                out,
            )
        })?;
        for (line, leaf) in leaves.iter().enumerate() {
            let y = top + pitch * line as f64 + 4.5;
            let end = left + step * leaf.branches.len() as f64;
            let hue = results.hue(leaf);
            writeln!(
                out,
                r#"<circle cx="{:.1}" cy="{:.1}" r="4.5" fill="{hue}"/>"#,
                end + 8.0,
                y - 4.5
            )?;
            label([end + 18.0, y], "start", &leaf.name, out)?;
            label(
                [right + 44.0 + 7.5 * letters as f64, y],
                "end",
                &leaf.probability,
                out,
            )?;
        }
        Ok(())
    })
}

type Edge<'a> = dyn FnMut(&TreeNode, &TreeNode, &str) -> io::Result<()> + 'a;

/// Draws the edges below the node with the leaves `first..end`.
fn edges(
    leaves: &[TreeLeaf],
    first: usize,
    end: usize,
    depth: usize,
    draw: &mut Edge,
) -> io::Result<()> {
    let node = TreeNode {
        depth,
        first,
        last: end - 1,
    };
    let mut start = first;
    while let Some(branch) = leaves[start..end]
        .first()
        .and_then(|leaf| leaf.branches.get(depth))
    {
        let same = |leaf: &&TreeLeaf| {
            leaf.branches
                .get(depth)
                .is_some_and(|other| other.index == branch.index)
        };
        let next = start + leaves[start..end].iter().take_while(same).count();
        draw(
            &node,
            &TreeNode {
                depth: depth + 1,
                first: start,
                last: next - 1,
            },
            &branch.label,
        )?;
        edges(leaves, start, next, depth + 1, draw)?;
        start = next;
    }
    Ok(())
}
