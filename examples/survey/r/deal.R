# Rscript deal.R             lists the shufflers: name, package, version
# Rscript deal.R NAME DECKS  prints decks of 52 cards, each shuffled from the order 0 to 51

# Each function takes the number of decks before this one.
shufflers <- list(
  "sample" = function(i) sample(52),
  "sample, set.seed(0), set.seed(1), …" = function(i) {
    set.seed(i)
    sample(52)
  },
  "sample, sample.kind = \"Rounding\"" = function(i) sample(52),
  "order(runif(52))" = function(i) order(runif(52))
)

arguments <- commandArgs(trailingOnly = TRUE)
if (length(arguments) == 0) {
  cat(paste(names(shufflers), "R", getRversion(), sep = "\t"), sep = "\n")
} else {
  name <- arguments[1]
  # The rule of R before 3.6.0.
  if (grepl("Rounding", name)) suppressWarnings(RNGkind(sample.kind = "Rounding"))
  deal <- shufflers[[name]]
  decks <- as.integer(arguments[2])
  for (first in seq(0, decks - 1, by = 500)) {
    numbers <- first:min(first + 499, decks - 1)
    cat(vapply(numbers, function(i) paste(deal(i) - 1, collapse = " "), ""), sep = "\n")
  }
}
