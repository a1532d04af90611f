import java.io.PrintStream;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * {@code java Deal.java} lists the shufflers: name, package, version. {@code java Deal.java NAME DECKS} prints decks of
 * 52 cards, each shuffled from the order 0 to 51.
 */
class Deal {
    /** Each shuffles a deck in place, and takes the number of decks before it. */
    static final Map<String, BiConsumer<List<Integer>, Integer>> SHUFFLERS = new LinkedHashMap<>();

    static {
        SecureRandom secure = new SecureRandom();
        SHUFFLERS.put("Collections.shuffle", (deck, i) -> Collections.shuffle(deck));
        SHUFFLERS.put("Collections.shuffle, Random(0), Random(1), …", (deck, i) -> Collections.shuffle(deck, new Random(i)));
        SHUFFLERS.put("Collections.shuffle, ThreadLocalRandom",
                (deck, i) -> Collections.shuffle(deck, ThreadLocalRandom.current()));
        SHUFFLERS.put("Collections.shuffle, SecureRandom", (deck, i) -> Collections.shuffle(deck, secure));
    }

    public static void main(String[] arguments) {
        if (arguments.length == 0) {
            String version = System.getProperty("java.version");
            SHUFFLERS.keySet().forEach(name -> System.out.println(name + "\tOpenJDK\t" + version));
            return;
        }
        PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), false);
        int decks = Integer.parseInt(arguments[1]);
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < decks && !out.checkError(); i++) {
            List<Integer> deck = IntStream.range(0, 52).boxed().collect(Collectors.toCollection(ArrayList::new));
            SHUFFLERS.get(arguments[0]).accept(deck, i);
            lines.append(deck.stream().map(String::valueOf).collect(Collectors.joining(" "))).append('\n');
            if (i % 500 == 499 || i == decks - 1) {
                out.print(lines);
                lines.setLength(0);
            }
        }
        out.flush();
    }
}
