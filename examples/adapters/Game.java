// A shuffle whose law `faro prove` computes, and certifies for 52 cards.
//
//     faro prove --adapter java > FaroChoices.java
//     javac FaroChoices.java Game.java
//     faro prove --cards 6 -- java Game
//     faro prove --cards 52 --certify -- java Game

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

public class Game {
    public static void main(String[] args) {
        Random random = FaroChoices.random();
        FaroChoices.serve(cards -> {
            List<Integer> deck = new ArrayList<>();
            for (int card = 0; card < cards; card++) deck.add(card);
            Collections.shuffle(deck, random);
            return deck;
        }, args);
    }
}
