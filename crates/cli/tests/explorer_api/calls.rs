//! Generated questions, each as a command line and as a query.

/// Pseudorandom numbers from a linear congruential generator.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }
}

/// A command with its options.
pub struct Call {
    pub command: &'static str,
    pub options: Vec<(&'static str, String)>,
}

const WORDS: [&str; 8] = [
    "in out^2",
    "out",
    "(in cut:3)^-1",
    "reverse",
    "cut:1 in",
    "(1 2 3) out",
    "in)",
    "a+b%20&c=d♠",
];

impl Call {
    pub fn generate(numbers: &mut Numbers) -> Call {
        let cards = |numbers: &mut Numbers| match numbers.below(8) {
            0 => "1000000000000000000".to_string(),
            1 => numbers.one(&["0", "-1", "x", "1e3", ""]).into(),
            _ => (1 + numbers.below(104)).to_string(),
        };
        let commands = [
            "order", "cycles", "deck", "where", "sweep", "sizes", "route", "group", "mix", "law",
            "matrix", "simulate", "bits", "list", "odds",
        ];
        let command = numbers.one(&commands);
        let mut options = vec![("cards", cards(numbers))];
        let small = |numbers: &mut Numbers| (1 + numbers.below(20)).to_string();
        match command {
            "sweep" => {
                let from = 1 + numbers.below(1_000_000);
                options = vec![
                    ("cards", format!("{from}..={}", from + numbers.below(300))),
                    ("kind", numbers.one(&["out", "in", "both"]).into()),
                ];
            }
            "sizes" => {
                options = vec![
                    ("order", small(numbers)),
                    ("kind", numbers.one(&["out", "in"]).into()),
                ];
            }
            "route" => options.extend([("from", small(numbers)), ("to", small(numbers))]),
            "mix" => {
                options = vec![
                    ("cards", (2 + numbers.below(60)).to_string()),
                    ("riffles", "1..=4".into()),
                ];
            }
            "list" => {
                options = vec![(
                    "what",
                    numbers
                        .one(&["stacks", "moves", "shuffles", "checks", "nothing"])
                        .into(),
                )];
            }
            "bits" | "group" => {}
            "odds" => options.extend([
                ("of", small(numbers)),
                ("see", numbers.one(&["0", "5", "3..=7"]).into()),
                ("at-least", numbers.below(4).to_string()),
            ]),
            "law" => {
                options = vec![
                    ("cards", (1 + numbers.below(4)).to_string()),
                    (
                        "shuffle",
                        numbers.one(&["naive", "gsr", "fisher-yates"]).into(),
                    ),
                ];
            }
            "matrix" | "simulate" => options = Call::random(numbers),
            _ => {
                options.push(match numbers.below(2) {
                    0 => ("kind", numbers.one(&["out", "in"]).into()),
                    _ => ("shuffle", numbers.one(&WORDS).into()),
                });
                match command {
                    "deck" if numbers.below(2) == 0 => {
                        options.push(("times", numbers.below(9).to_string()));
                    }
                    "deck" => options.push(("track", "1,2".into())),
                    "where" => {
                        options.extend([("card", small(numbers)), ("times", small(numbers))]);
                    }
                    _ => {}
                }
            }
        }
        Call { command, options }
    }

    fn random(numbers: &mut Numbers) -> Vec<(&'static str, String)> {
        vec![
            ("cards", (2 + numbers.below(20)).to_string()),
            (
                "shuffle",
                numbers.one(&["gsr", "gsr^2 cut:1", "naive"]).into(),
            ),
            ("samples", (100 + numbers.below(500)).to_string()),
            ("seed", numbers.one(&["1", "tea", "a b", "52"]).into()),
        ]
    }

    /// Returns the arguments of the command line.
    pub fn arguments(&self) -> Vec<String> {
        let option = |(name, value): &(&str, String)| match (*name, value.as_str()) {
            ("what", value) => value.into(),
            (name, "") => format!("--{name}"),
            (name, value) => format!("--{name}={value}"),
        };
        let options = self.options.iter().map(option);
        [self.command.to_string()]
            .into_iter()
            .chain(options)
            .chain(["--format=json".into()])
            .collect()
    }

    /// Returns the path of the request, with spaces as `+` or `%20`.
    pub fn path(&self, numbers: &mut Numbers) -> String {
        let space = numbers.one(&["+", "%20"]);
        let encoded = |text: &str| {
            let byte = |byte: u8| match byte {
                b' ' => space.to_string(),
                byte if byte.is_ascii_alphanumeric() || b"-._:=,".contains(&byte) => {
                    char::from(byte).to_string()
                }
                byte => format!("%{byte:02X}"),
            };
            text.bytes().map(byte).collect::<String>()
        };
        let pairs = self
            .options
            .iter()
            .map(|(name, value)| format!("{}={}", encoded(name), encoded(value)));
        format!(
            "/api/{}?{}&budget=100",
            self.command,
            pairs.collect::<Vec<_>>().join("&")
        )
    }
}
