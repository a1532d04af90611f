# A shuffle whose law `faro prove` computes.
#
#     faro prove --adapter ruby > faro_choices.rb
#     faro prove --cards 6 -- ruby shuffle.rb
#     faro prove --cards 52 --certify -- ruby shuffle.rb
require_relative "faro_choices"

FaroChoices.serve { |cards| (0...cards).to_a.shuffle(random: FaroChoices.random) }
