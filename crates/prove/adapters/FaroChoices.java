// Lets `faro prove` choose the random numbers of a Java program (or of Kotlin, Scala, …).
//
//     Random random = FaroChoices.random();
//     FaroChoices.serve(cards -> {
//         List<Integer> deck = new ArrayList<>();
//         for (int i = 0; i < cards; i++) deck.add(i);
//         Collections.shuffle(deck, random);
//         return deck;
//     });
//
// `serve` hands over the shuffle, which returns the deck of the cards 0 to cards - 1 in its new order, as a List<Integer> or
// an int[] (serveArray). It must draw from the generator that `random()` returns; Java has no way to replace others. For a
// generator with a seed, `new Random(seed)`, write `FaroChoices.random(seed)`: the bits of its state, 48, are counted.
//
// - Started by `faro prove`, that generator asks faro for the value of each draw: nextInt(bound) is one of bound values,
//   nextInt() one of 2^32, nextBoolean() one of 2, nextDouble() a multiple of 2^-53, next(bits) one of 2^bits.
// - Otherwise it is a new java.security.SecureRandom, and `serve` prints shuffled decks, one a line:
//   `java Game 52 1000` prints 1000 decks of 52 cards. So `faro audit` can read the same program.
//
// Protocol: faro-choices 1, described in docs/formats.md of faro. Adapter: 1.2. Written for Java 8 and later.

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;

@SuppressWarnings("serial")
public final class FaroChoices extends Random {
    private static final int MAX_DRAWS = 10_000;
    private static final boolean DRIVEN = System.getenv("FARO_CHOICES") != null;
    private static final FaroChoices CHOICES = new FaroChoices();

    /** The run cannot be continued. */
    private static final class Refused extends Error {
        Refused(String why) {
            super(why, null, false, false);
        }
    }

    // The draws of the running shuffle: the first `given` have given values, all others are 0, or come from `fill`.
    private long[] values = new long[64], bounds = new long[64];
    private int given, made, fixed, seed; // the bits of the seeds
    private boolean same; // whether seeds are replaced by 0
    private Random fill;
    private Thread thread;
    private String why;

    private FaroChoices() {
        super(0);
    }

    /** Returns the generator that the shuffle draws from. */
    public static Random random() {
        return DRIVEN ? CHOICES : new java.security.SecureRandom();
    }

    /** Returns a `new Random(seed)` for the shuffle. */
    public static Random random(long seed) {
        if (CHOICES.thread != null) CHOICES.seed += 48;
        return new Random(CHOICES.same ? 0 : seed);
    }

    private Refused refuse(String reason) {
        if (why == null) why = reason;
        return new Refused(reason);
    }

    private long below(long bound) {
        if (Thread.currentThread() != thread) throw refuse("threads");
        if (made < given) {
            if (made < fixed && bounds[made] != bound) throw refuse("hidden-randomness");
            if (values[made] >= bound) throw refuse("out-of-range");
        } else {
            if (made >= MAX_DRAWS) throw refuse("too-many-draws");
            if (made == values.length) grow(2 * made);
            values[made] = fill == null ? 0 : Math.floorMod(fill.nextLong() >>> 1, bound);
            given++;
        }
        bounds[made] = bound;
        return values[made++];
    }

    private void grow(int length) {
        values = Arrays.copyOf(values, length);
        bounds = Arrays.copyOf(bounds, length);
    }

    @Override
    public int nextInt(int bound) {
        if (bound <= 0) throw new IllegalArgumentException("bound must be positive");
        return (int) below(bound);
    }

    @Override
    protected int next(int bits) {
        return (int) (below(1L << bits) << (32 - bits) >> (32 - bits));
    }

    @Override
    public boolean nextBoolean() {
        return below(2) == 1;
    }

    @Override
    public double nextDouble() {
        return below(1L << 53) * 0x1.0p-53;
    }

    @Override
    public void setSeed(long seed) {
        // Random's constructor calls this before the fields exist. A seed makes the numbers no choices.
        if (thread != null) throw refuse("error the generator of FaroChoices has no seed");
    }

    private String run(IntFunction<int[]> shuffle, int cards) {
        made = seed = 0;
        why = null;
        thread = Thread.currentThread();
        int[] deck;
        try {
            deck = shuffle.apply(cards);
        } finally {
            thread = null;
        }
        if (why != null) throw new Refused(why);
        if (made < fixed) throw refuse("hidden-randomness");
        given = made;
        StringBuilder text = new StringBuilder(4 * deck.length);
        for (int card : deck) text.append(' ').append(card);
        return text.toString();
    }

    /** Advances to the next values; the first `least` stay. */
    private boolean advance(int least) {
        while (given > least && values[given - 1] + 1 >= bounds[given - 1]) given--;
        if (given <= least) return false;
        values[given - 1]++;
        fixed = given;
        return true;
    }

    private void pairs(StringBuilder out) {
        for (int i = 0; i < given; i++) out.append(' ').append(bounds[i]).append(':').append(values[i]);
        if (seed > 0) out.append(" seed:").append(seed);
    }

    /** Reads the given values from words[3], and returns the index of the word that follows them. */
    private int begin(String[] words) {
        given = fixed = 0;
        fill = null;
        int at = 3;
        grow(Math.max(64, words.length));
        while (at < words.length && Character.isDigit(words[at].charAt(0))) values[given++] = Long.parseLong(words[at++]);
        same = at < words.length && words[at].equals("*s");
        return at;
    }

    private void answerRun(String[] words, IntFunction<int[]> shuffle, StringBuilder out) {
        int at = begin(words);
        if (at < words.length && words[at].equals("*r")) fill = new Random(words[at + 1].hashCode());
        String deck = run(shuffle, Integer.parseInt(words[2]));
        out.append("ran ").append(words[1]);
        pairs(out);
        out.append(" |").append(deck).append('\n');
    }

    private void answerTree(String[] words, IntFunction<int[]> shuffle, StringBuilder out, OutputStream to) throws IOException {
        int at = begin(words), cards = Integer.parseInt(words[2]), prefix = given;
        long limit = at < words.length ? Long.parseLong(words[at + 1]) : Long.MAX_VALUE;
        for (long leaves = 0; leaves < limit; leaves++) {
            String deck = run(shuffle, cards);
            out.append("leaf ").append(words[1]);
            pairs(out);
            out.append(" |").append(deck).append('\n');
            if (out.length() > 1 << 16) flush(out, to);
            if (!advance(prefix)) {
                out.append("done ").append(words[1]).append('\n');
                return;
            }
        }
        out.append("more ").append(words[1]);
        pairs(out);
        out.append('\n');
    }

    private void answer(String line, IntFunction<int[]> shuffle, StringBuilder out, OutputStream to) throws IOException {
        String[] words = line.trim().split(" +");
        int before = out.length();
        try {
            if (words[0].equals("run")) answerRun(words, shuffle, out);
            else if (words[0].equals("tree")) answerTree(words, shuffle, out, to);
            else if (words[0].equals("hello")) out.append("hello 1 java 1.2 below bits float seeds\n");
            else if (!words[0].isEmpty()) out.append("refuse 0 error unknown request\n");
        } catch (Throwable error) {
            if (out.length() > before && out.charAt(out.length() - 1) != '\n') out.setLength(before);
            String text = why != null ? why : "error " + error;
            text = text.replaceAll("[^ -~]+", " ");
            out.append("refuse ").append(words[1]).append(' ').append(text, 0, Math.min(text.length(), 300)).append('\n');
        }
    }

    private static void flush(StringBuilder out, OutputStream to) throws IOException {
        to.write(out.toString().getBytes(StandardCharsets.US_ASCII));
        to.flush();
        out.setLength(0);
    }

    /** Answers the requests of `faro prove`, or prints shuffled decks if it did not start this program. */
    public static void serve(IntFunction<List<Integer>> shuffle, String... args) {
        serveArray(cards -> shuffle.apply(cards).stream().mapToInt(card -> card).toArray(), args);
    }

    /** The same for a shuffle that returns an array. */
    public static void serveArray(IntFunction<int[]> shuffle, String... args) {
        if (!DRIVEN) {
            int cards = args.length > 0 ? Integer.parseInt(args[0]) : 52;
            int decks = args.length > 1 ? Integer.parseInt(args[1]) : 100_000;
            PrintStream out = new PrintStream(new FileOutputStream(java.io.FileDescriptor.out), false);
            for (int i = 0; i < decks && !out.checkError(); i++) {
                out.println(Arrays.toString(shuffle.apply(cards)).replaceAll("[\\[\\],]", ""));
            }
            return;
        }
        String[] descriptors = System.getenv("FARO_CHOICES").split(",");
        try (InputStream in = new FileInputStream("/dev/fd/" + descriptors[0]);
                OutputStream to = new FileOutputStream("/dev/fd/" + descriptors[1])) {
            StringBuilder out = new StringBuilder(), line = new StringBuilder();
            byte[] piece = new byte[1 << 16];
            for (int length; (length = in.read(piece)) > 0; flush(out, to)) {
                for (int i = 0; i < length; i++) {
                    if (piece[i] != '\n') line.append((char) piece[i]);
                    else if (line.toString().equals("bye")) return;
                    else {
                        CHOICES.answer(line.toString(), shuffle, out, to);
                        line.setLength(0);
                    }
                }
            }
        } catch (IOException error) {
            throw new java.io.UncheckedIOException(error);
        }
    }
}
