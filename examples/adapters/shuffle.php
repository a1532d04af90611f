<?php
// A shuffle whose law `faro prove` computes.
//
//     faro prove --adapter php > FaroChoices.php
//     faro prove --cards 6 -- php shuffle.php
//     faro prove --cards 52 --certify -- php shuffle.php
require "FaroChoices.php";

FaroChoices::serve(function (int $cards): array {
    return FaroChoices::randomizer()->shuffleArray(range(0, $cards - 1));
});
