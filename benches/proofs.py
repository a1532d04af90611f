#!/usr/bin/env python3
"""Proves right and wrong programs of 52 cards, and prints docs/proofs.md.

    cargo build --release && python3 benches/proofs.py target/release/faro > docs/proofs.md

A row of PROGRAMS is a language, a name, whether all orders are equally likely (known by theory, not from faro), and the
body of a shuffle of the deck `d` of `n` cards. Names of languages behind the program choose these alone. A language whose tools are missing is skipped, and named on stderr.
"""

import json, os, resource, shutil, subprocess, sys, tempfile  # noqa: E401

SAMPLES = 20_000
SECONDS = 300

PYTHON_SWAP = "d[i], d[j] = d[j], d[i]"
PYTHON_DOWN = "for i in range(n - 1, 0, -1):\n    j = %s\n    " + PYTHON_SWAP
PYTHON_AGAIN = "for i in range(n - 1, 0, -1):\n    b = i + 1; x = %s\n    while %s: x = %s\n    j = x %% b; " + PYTHON_SWAP
NODE_SWAP = "[d[i], d[j]] = [d[j], d[i]];"
NODE_DOWN = "for (let i = n - 1; i > 0; i--) { const j = %s; " + NODE_SWAP + " }"
C_SWAP = "int c = d[i]; d[i] = d[j]; d[j] = c;"
C_DOWN = "for (int i = n - 1; i > 0; i--) { int j = %s; " + C_SWAP + " }"
C_NAIVE = "for (int i = 0; i < n; i++) { int j = %s; " + C_SWAP + " }"
RUBY_DOWN = "(n - 1).downto(1) { |i| j = %s; d[i], d[j] = d[j], d[i] }"
PHP_SWAP = "[$d[$i], $d[$j]] = [$d[$j], $d[$i]];"
PHP_DOWN = "for ($i = $n - 1; $i > 0; $i--) { $j = %s; " + PHP_SWAP + " }"
GO_DOWN = "for i := n - 1; i > 0; i-- { j := %s; d[i], d[j] = d[j], d[i] }"
PERL_DOWN = "for my $i (reverse 1 .. $n - 1) { my $j = %s; @d[$i, $j] = @d[$j, $i] }"

PROGRAMS = [
    ("Python", "random.shuffle", True, "random.shuffle(d)"),
    ("Python", "random.sample", True, "d = random.sample(d, n)"),
    ("Python", "SystemRandom().shuffle", True, "random.SystemRandom().shuffle(d)"),
    ("Python", "secrets.randbelow, downwards", True, PYTHON_DOWN % "secrets.randbelow(i + 1)"),
    ("Python", "sorted by random()", True, "d.sort(key=lambda card: random.random())"),
    ("Python", "byte, rejected", True, PYTHON_AGAIN % ("os.urandom(1)[0]", "x >= 256 - 256 % b", "os.urandom(1)[0]")),
    ("Python", "word, rejected", True, PYTHON_AGAIN % (("secrets.randbits(32)", "x >= 2**32 - 2**32 % b", "secrets.randbits(32)"))),
    ("Python", "cards drawn until new", True, "r = []\nwhile len(r) < n:\n    c = secrets.randbelow(n)\n    if c not in r: r.append(c)\nd = r"),
    ("Python", "naive swap", False, "for i in range(n):\n    j = random.randrange(n)\n    " + PYTHON_SWAP),
    ("Python", "Sattolo", False, PYTHON_DOWN % "random.randrange(i)"),
    ("Python", "byte modulo", False, PYTHON_DOWN % "os.urandom(1)[0] % (i + 1)"),
    ("Python", "byte rejected once only", False, (PYTHON_AGAIN % ("os.urandom(1)[0]", "x >= 256 - 256 % b", "os.urandom(1)[0]")).replace("while", "if")),
    ("Python", "byte rejected from 255", False, PYTHON_AGAIN % ("os.urandom(1)[0]", "x >= 255", "os.urandom(1)[0]")),
    ("Python", "6 bits, cut at 51", False, PYTHON_DOWN % "min(random.getrandbits(6), i)"),
    ("Python", "seed of 32 bits", False, "random.Random(secrets.randbits(32)).shuffle(d)"),
    ("Python", "seed from the clock", False, "random.seed(time.time_ns()); random.shuffle(d)"),
    ("Python", "26 cards shuffled", False, "h = d[:26]; random.shuffle(h); d[:26] = h"),
    ("Python", "sorted by the clock", False, "random.shuffle(d)\nif time.time_ns() % 97 == 0: d.sort()"),
    ("Python", "last swap forgotten", False, "for i in range(n - 1, 1, -1):\n    j = random.randrange(i + 1)\n    " + PYTHON_SWAP),
    ("Node", "Math.random, downwards", True, NODE_DOWN % "Math.floor(Math.random() * (i + 1))"),
    ("Node", "crypto.randomInt, downwards", True, NODE_DOWN % "crypto.randomInt(i + 1)"),
    ("Node", "byte, rejected", True, NODE_DOWN % "(() => { for (;;) { const x = crypto.randomBytes(1)[0]; if (x < 256 - 256 % (i + 1)) return x % (i + 1); } })()"),
    ("Node", "naive swap", False, "for (let i = 0; i < n; i++) { const j = Math.floor(Math.random() * n); " + NODE_SWAP + " }"),
    ("Node", "Sattolo", False, NODE_DOWN % "Math.floor(Math.random() * i)"),
    ("Node", "byte modulo", False, NODE_DOWN % "crypto.randomBytes(1)[0] % (i + 1)"),
    ("Node", "Math.round", False, NODE_DOWN % "Math.round(Math.random() * i)"),
    ("Node", "sorted by random comparisons", False, "d.sort(() => Math.random() - 0.5);"),
    ("Java", "Collections.shuffle", True, "Collections.shuffle(d, r);"),
    ("Java", "nextInt, upwards", True, "for (int i = 1; i < n; i++) Collections.swap(d, i, r.nextInt(i + 1));"),
    ("Java", "nextDouble, downwards", True, "for (int i = n - 1; i > 0; i--) Collections.swap(d, i, (int) (r.nextDouble() * (i + 1)));"),
    ("Java", "naive swap", False, "for (int i = 0; i < n; i++) Collections.swap(d, i, r.nextInt(n));"),
    ("Java", "Sattolo", False, "for (int i = n - 1; i > 0; i--) Collections.swap(d, i, r.nextInt(i));"),
    ("Java", "seed of 32 bits", False, "Collections.shuffle(d, FaroChoices.random(r.nextInt()));"),
    ("Java", "seed from the clock", False, "Collections.shuffle(d, FaroChoices.random(System.currentTimeMillis()));"),
    ("Java", "seed that the adapter cannot see", False, "Collections.shuffle(d, new Random(System.currentTimeMillis()));"),
    ("C", "faro_below, downwards", True, C_DOWN % "faro_below(i + 1)"),
    ("C", "arc4random_uniform, downwards", True, C_DOWN % "arc4random_uniform(i + 1)"),
    ("C", "rand modulo, distance 10^-7", True, C_DOWN % "rand() % (i + 1)"),
    ("C", "naive swap", False, C_NAIVE % "arc4random_uniform(n)"),
    ("C", "Sattolo", False, C_DOWN % "arc4random_uniform(i)"),
    ("C", "srand(time) in the shuffle", False, "srand((unsigned)time(0)); " + C_DOWN % "rand() % (i + 1)"),
    ("C", "rand modulo 50", False, C_NAIVE % "rand() % 50"),
    ("C++", "std::shuffle", True, "std::shuffle(d, d + n, faro_engine_64());"),
    ("C++", "uniform_int_distribution", True, "faro_engine g; for (int i = n - 1; i > 0; i--) std::swap(d[i], d[U(0, i)(g)]);"),
    ("C++", "naive swap", False, "faro_engine g; for (int i = 0; i < n; i++) std::swap(d[i], d[U(0, n - 1)(g)]);"),
    ("C++", "Sattolo", False, "faro_engine g; for (int i = n - 1; i > 0; i--) std::swap(d[i], d[U(0, i - 1)(g)]);"),
    ("C++", "mt19937 of one word", False, "std::mt19937 g(faro_below(4294967296)); std::shuffle(d, d + n, g);"),
    ("C++", "byte modulo", False, "for (int i = n - 1; i > 0; i--) std::swap(d[i], d[faro_below(256) % (i + 1)]);"),
    ("Rust", "below, downwards", True, "for i in (1..n).rev() { d.swap(i, r.below(i as u64 + 1) as usize); }"),
    ("Rust", "below, upwards", True, "for i in 1..n { d.swap(i, r.below(i as u64 + 1) as usize); }"),
    ("Rust", "naive swap", False, "for i in 0..n { d.swap(i, r.below(n as u64) as usize); }"),
    ("Rust", "Sattolo", False, "for i in (1..n).rev() { d.swap(i, r.below(i as u64) as usize); }"),
    ("Rust", "byte modulo", False, "for i in (1..n).rev() { d.swap(i, r.below(256) as usize % (i + 1)); }"),
    ("Ruby", "shuffle(random:)", True, "d.shuffle!(random: FaroChoices.random)"),
    ("Ruby", "sort_by { rand }", True, "d = d.sort_by { rand }"),
    ("Ruby", "SecureRandom, downwards", True, RUBY_DOWN % "SecureRandom.random_number(i + 1)"),
    ("Ruby", "naive swap", False, "n.times { |i| j = rand(n); d[i], d[j] = d[j], d[i] }"),
    ("Ruby", "Sattolo", False, RUBY_DOWN % "rand(i)"),
    ("PHP", "shuffleArray", True, "$d = $r->shuffleArray($d);"),
    ("PHP", "getInt, downwards", True, PHP_DOWN % "$r->getInt(0, $i)"),
    ("PHP", "naive swap", False, "for ($i = 0; $i < $n; $i++) { $j = $r->getInt(0, $n - 1); " + PHP_SWAP + " }"),
    ("PHP", "Sattolo", False, PHP_DOWN % "$r->getInt(0, $i - 1)"),
    ("Go", "rand.Shuffle", True, "r.Shuffle(n, func(i, j int) { d[i], d[j] = d[j], d[i] })"),
    ("Go", "rand.Perm", True, "d = r.Perm(n)"),
    ("Go", "naive swap", False, "for i := range d { j := r.Intn(n); d[i], d[j] = d[j], d[i] }"),
    ("Go", "Sattolo", False, GO_DOWN % "r.Intn(i)"),
    ("Perl", "below, downwards", True, PERL_DOWN % "below($i + 1)"),
    ("Perl", "naive swap", False, "for my $i (0 .. $n - 1) { my $j = below($n); @d[$i, $j] = @d[$j, $i] }"),
    ("Perl", "byte modulo", False, PERL_DOWN % "below(256) % ($i + 1)"),
]

# Language: adapter, where it is written to, tool, file, text around BODY, compiler, command.
C_MAIN = "int main(int argc, char **argv) { return faro_serve(shuffle, argc, argv); }\n"
LANGUAGES = {
    "Python": ("python", "faro_choices.py", "python3", "game.py",
               "import faro_choices, os, random, secrets, time\ndef shuffle(n):\n    d = list(range(n))\n    BODY\n    return d\n"
               "faro_choices.serve(shuffle)\n", [], ["python3", "game.py"]),
    "Node": ("javascript", "faro_choices.js", "node", "game.js",
             "const { serve } = require('./faro_choices.js'), crypto = require('crypto');\n"
             "serve((n) => { const d = [...Array(n).keys()]; BODY return d; });\n", [], ["node", "game.js"]),
    "Java": ("java", "FaroChoices.java", "javac", "Game.java",
             "import java.util.*;\npublic class Game { public static void main(String[] args) {\n"
             "Random r = FaroChoices.random(); FaroChoices.serve(n -> { List<Integer> d = new ArrayList<>();\n"
             "for (int c = 0; c < n; c++) d.add(c); BODY return d; }, args); } }\n",
             ["javac", "FaroChoices.java", "Game.java"], ["java", "-XX:+UseSerialGC", "Game"]),
    "C": ("c", "faro_choices.h", "gcc", "game.c",
          "#include <stdlib.h>\n#include <time.h>\n#include \"faro_choices.h\"\n"
          "static void shuffle(int *d, int n) { BODY }\n" + C_MAIN, ["gcc", "-O2", "-o", "game", "game.c"], ["./game"]),
    "C++": ("c", "faro_choices.h", "g++", "game.cpp",
            "#include <algorithm>\n#include <random>\n#include \"faro_choices.h\"\n"
            "typedef std::uniform_int_distribution<int> U;\nstatic void shuffle(int *d, int n) { BODY }\n" + C_MAIN,
            ["g++", "-O2", "-o", "game", "game.cpp"], ["./game"]),
    "Rust": ("rust", "faro_choices.rs", "rustc", "game.rs",
             "mod faro_choices;\nfn main() { faro_choices::serve(|r, n| { let mut d: Vec<u32> = (0..n as u32).collect(); BODY d }); }\n",
             ["rustc", "-O", "-A", "warnings", "game.rs"], ["./game"]),
    "Ruby": ("ruby", "faro_choices.rb", "ruby", "game.rb",
             "require_relative 'faro_choices'\nFaroChoices.serve do |n|\nd = (0...n).to_a\nBODY\nd\nend\n",
             [], ["ruby", "--disable=gems", "game.rb"]),
    "PHP": ("php", "FaroChoices.php", "php", "game.php",
            "<?php\nrequire 'FaroChoices.php';\nFaroChoices::serve(function ($n) { $d = range(0, $n - 1);\n"
            "$r = FaroChoices::randomizer();\nBODY\nreturn $d; });\n", [], ["php", "game.php"]),
    "Go": ("go", "farochoices/faro_choices.go", "go", "main.go",
           "package main\n\nimport (\n\t\"game/farochoices\"\n\t\"math/rand\"\n)\n\nfunc main() {\n"
           "farochoices.Serve(func(n int) []int {\nd := make([]int, n)\nfor i := range d { d[i] = i }\n"
           "r := rand.New(farochoices.Source())\nBODY\nreturn d\n})\n}\n", ["go", "build", "-o", "game", "main.go"], ["./game"]),
    "Perl": (None, "", "perl", "game.pl", None, [], ["perl", "game.pl", "game.sock"]),
}
PERL = os.path.join(os.path.dirname(__file__), "..", "examples", "adapters", "shuffle.pl")


def write_program(faro, folder, language, body):
    adapter, path, _, name, text, compiler, _ = LANGUAGES[language]
    if adapter:
        os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
        with open(os.path.join(folder, path), "wb") as file:
            file.write(subprocess.run([faro, "prove", "--adapter", adapter], check=True, stdout=subprocess.PIPE).stdout)
    else:
        with open(PERL) as file:
            before, rest = file.read().split("sub shuffle {\n")
        text = before + "sub shuffle {\nmy ($n) = @_; my @d = 0 .. $n - 1;\nBODY\nreturn @d;\n}" + rest.split("\n}", 1)[1]
    if language == "Go":
        with open(os.path.join(folder, "go.mod"), "w") as file:
            file.write("module game\n\ngo 1.18\n")
    if language == "Python":
        body = body.replace("\n", "\n    ")
    with open(os.path.join(folder, name), "w") as file:
        file.write(text.replace("BODY", body))
    if compiler:
        subprocess.run(compiler, cwd=folder, check=True)


def prove(faro, language, folder):
    """Returns the verdict as JSON, and the processor time of faro and the program in seconds."""
    command = LANGUAGES[language][6]
    settings = ["prove", "--certify", "--samples", str(SAMPLES), "--seed", "1", "--format", "json"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    if language == "Perl":
        server = subprocess.Popen([faro, *settings, "--listen", "game.sock"], cwd=folder, stdout=subprocess.PIPE)
        while server.poll() is None and not os.path.exists(os.path.join(folder, "game.sock")):
            pass
        client = subprocess.Popen(command, cwd=folder, stderr=subprocess.DEVNULL)
        text = server.communicate(timeout=SECONDS)[0]
        client.wait(timeout=SECONDS)
    else:
        text = subprocess.run([faro, *settings, "--", *command], cwd=folder, stdout=subprocess.PIPE, timeout=SECONDS).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # A program that ends is an error, without a verdict.
    return json.loads(text or '{"verdict": "not decided", "bound": null}'), after.ru_utime - before.ru_utime


def is_false(fair, proved):
    """Returns whether the verdict contradicts the theory. The programs that are not fair have a distance above 1/1000."""
    return proved["verdict"] in (("proved unfair",) if fair else ("proved fair", "fair up to"))


def entry(name, fair, proved):
    """Returns the name with the lower bound of a proof of unfairness, and with any verdict but the expected one."""
    bound = "" if proved["bound"] is None or fair else f": {proved['bound']:.2g}"
    expected = "fair up to" if fair else "proved unfair"
    return f"{name}{bound}" if proved["verdict"] == expected else f"{name}: **{proved['verdict']}**"


def write_page(rows):
    false = sum(is_false(fair, proved) for _, _, fair, proved, _ in rows)
    wrong = sum(not fair for _, _, fair, _, _ in rows)
    undecided = sum(proved["verdict"] == "not decided" for _, _, _, proved, _ in rows)
    upper = max(proved["bound"] for _, _, _, proved, _ in rows if proved["verdict"] == "fair up to")
    print(f"""# Proofs of 52 cards

<!-- Written by benches/proofs.py. -->

{len(rows)} programs, {len(rows) - wrong} right and {wrong} wrong, proved by `faro prove --certify --samples {SAMPLES} --seed 1`:
**{false} false verdicts**, and {undecided} not decided. A verdict is false if a program that is not fair is called fair, or the
reverse; what is fair was known before the run. A right program is "fair up to" a total variation distance of at most {upper:.2g} from
uniform, which {SAMPLES} random lists of choices set; beside each wrong one is the lower bound that proves it unfair. Both hold with
confidence 1 − 10^-6. Another verdict is named.

| language | right | wrong, with the least distance from uniform |
|---|---|---|""")
    for language in dict.fromkeys(row[0] for row in rows):
        cells = [
            "; ".join(entry(name, fair, proved) for of, name, fair, proved, _ in rows if of == language and fair == side)
            for side in (True, False)
        ]
        print(f"| {language} | {' | '.join(cells)} |")


def main():
    faro, rows = os.path.abspath(sys.argv[1]), []
    chosen = sys.argv[2:] or list(LANGUAGES)
    missing = {language for language, parts in LANGUAGES.items() if not shutil.which(parts[2])}
    for language in sorted(missing):
        print(f"skipped: {language} is not installed", file=sys.stderr)
    for language, name, fair, body in PROGRAMS:
        if language in missing or language not in chosen:
            continue
        with tempfile.TemporaryDirectory() as folder:
            write_program(faro, folder, language, body)
            proved, seconds = prove(faro, language, folder)
        rows.append((language, name, fair, proved, seconds))
        print(language, name, proved["verdict"], proved["bound"], proved.get("cause"), f"{seconds:.1f}", file=sys.stderr)
    write_page(rows)


if __name__ == "__main__":
    main()
