# Lets `faro prove` choose the random numbers of a Ruby program, on Unix.
#
#     require_relative "faro_choices"
#     FaroChoices.serve { |cards| (0...cards).to_a.shuffle(random: FaroChoices.random) }
#
# The block returns the shuffled deck of the cards 0 to cards - 1. It may draw from `FaroChoices.random`, which is given to
# `shuffle`, `sample` and `shuffle!` as `random:`, and has `rand`, `bytes` and `random_number`; or by `Kernel#rand`,
# `Random.rand`, `Random.bytes`, and `SecureRandom`. `shuffle` without `random:` cannot be replaced, and is noticed.
#
# - Started by `faro prove`, faro names the value of each draw.
# - Otherwise the values come from the system, and `serve` prints shuffled decks, one a line: `ruby game.rb 52 1000`. So
#   `faro audit` can read the same program.
#
# A program whose decks do not follow from the choices is refused by faro, which repeats runs.
#
# Protocol: faro-choices 1, described in docs/formats.md of faro. Adapter: 1.0. Written for Ruby 2.7 and later.

require "securerandom"

# The draws of a shuffle.
module FaroChoices
  MAX_DRAWS = 10_000
  GRID = 1 << 53 # rand is a multiple of 1/GRID
  Refused = Class.new(Exception)

  # The draws of the running shuffle: the first ones have given values, all others are 0.
  @values, @bounds, @made, @fixed, @why, @thread = [], [], 0, 0, nil, nil
  @sources = []

  class << self
    attr_accessor :sources
    attr_reader :thread

    def below(bound)
      refuse("threads") unless Thread.current == @thread
      if @made < @values.size
        refuse("hidden-randomness") if @made < @fixed && @bounds[@made] != bound
        refuse("out-of-range") if @values[@made] >= bound
      else
        refuse("too-many-draws") if @made >= MAX_DRAWS
        @values << 0
      end
      @bounds[@made] = bound
      @made += 1
      @values[@made - 1]
    end

    # Draws as `rand(limit)` does: a number below an integer, in a range, or a fraction.
    def number(limit)
      case limit
      when nil, false, 0 then below(GRID).fdiv(GRID)
      when Float then below(GRID).fdiv(GRID) * limit
      when Range then limit.min + below(limit.max - limit.min + 1)
      else below(limit)
      end
    end

    def bytes(size)
      Array.new(size) { below(256) }.pack("C*")
    end

    def random
      driven? ? Generator : SecureRandom
    end

    def driven?
      !ENV["FARO_CHOICES"].nil?
    end

    def refuse(why)
      @why ||= why
      raise Refused, @why
    end

    # Runs the shuffle, and returns the deck as text.
    def run(shuffle, cards)
      @made, @why, @thread = 0, nil, Thread.current
      deck = shuffle.call(cards)
      raise Refused, @why if @why
      refuse("hidden-randomness") if @made < @fixed
      @values.slice!(@made..)
      @bounds.slice!(@made..)
      deck.join(" ")
    ensure
      @thread = nil
    end

    # Advances to the next values; the first `least` stay.
    def advance(least)
      while @values.size > least && @values.last + 1 >= @bounds[@values.size - 1]
        @values.pop
      end
      return false if @values.size <= least

      @values[-1] += 1
      @fixed = @values.size
      true
    end

    def pairs
      @values.each_with_index.map { |value, i| " #{@bounds[i]}:#{value}" }.join
    end

    def walk(shuffle, id, cards, limit, out)
      least = @values.size
      limit.times do
        deck = run(shuffle, cards)
        out << "leaf #{id}#{pairs} | #{deck}\n"
        return out << "done #{id}\n" unless advance(least)
      end
      out << "more #{id}#{pairs}\n"
    end

    def answer(words, shuffle, out)
      kind, id, cards, *rest = words
      return out << "hello 1 ruby 1.0 below bits float sources\n" if kind == "hello"
      return out << "sources #{[id, *@sources].join(' ')}\n" if kind == "sources"
      return out << "refuse 0 error unknown request\n" unless %w[run tree].include?(kind)

      @values, @bounds, @fixed = rest.take_while { |word| word =~ /\A\d+\z/ }.map(&:to_i), [], 0
      return walk(shuffle, id, cards.to_i, rest.last.to_i, out) if kind == "tree"

      deck = run(shuffle, cards.to_i)
      out << "ran #{id}#{pairs} | #{deck}\n"
    rescue Refused => e
      out << "refuse #{id} #{e.message}\n"
    rescue StandardError => e
      out << "refuse #{id} error #{"#{e.class}: #{e.message}".gsub(/[^ -~]+/, ' ')[0, 300]}\n"
    end

    # Answers the requests of `faro prove`, or prints shuffled decks if it did not start this program.
    def serve(&shuffle)
      return print_decks(shuffle) unless driven?

      source, target = ENV["FARO_CHOICES"].split(",").map { |number| IO.for_fd(number.to_i) }
      rest = +""
      while (piece = read(source))
        *lines, rest = (rest + piece).split("\n", -1)
        lines.map(&:split).reject(&:empty?).each do |words|
          return target.flush if words == ["bye"]

          answer(words, shuffle, target)
        end
        target.flush
      end
    end

    private

    def read(source)
      source.readpartial(1 << 16)
    rescue EOFError
      nil
    end

    def print_decks(shuffle)
      cards, decks = ARGV.grep(/\A\d+\z/).map(&:to_i)
      (decks || 100_000).times { puts shuffle.call(cards || 52).join(" ") }
    rescue Errno::EPIPE
      nil
    end
  end

  # The generator for `random:`.
  module Generator
    def self.rand(limit = nil)
      FaroChoices.number(limit)
    end

    def self.random_number(limit = nil)
      FaroChoices.number(limit)
    end

    def self.bytes(size)
      FaroChoices.bytes(size)
    end
  end

  # Replaces the methods of an object while a shuffle runs.
  def self.replace(object, names, &draw)
    names.each do |name|
      real = object.method(name)
      object.define_singleton_method(name) do |*given|
        FaroChoices.thread ? draw.call(*given) : real.call(*given)
      end
    end
  end

  # `Kernel#rand`, called without a receiver.
  module Rand
    def rand(limit = 0)
      FaroChoices.thread ? FaroChoices.number(limit) : super
    end
  end

  if driven?
    replace(Random, %i[rand random_number]) { |limit = nil| number(limit) }
    replace(SecureRandom, %i[rand random_number]) { |limit = nil| number(limit) }
    replace(Random, %i[bytes urandom]) { |size| bytes(size) }
    replace(SecureRandom, %i[bytes random_bytes]) { |size = 16| bytes(size) }
    replace(Random, %i[srand new_seed]) { |*| refuse("error a seed is no draw: use FaroChoices.random") }
    replace(Kernel, %i[rand]) { |limit = 0| number(limit) }
    Object.prepend(Rand)
    clock = Process.method(:clock_gettime)
    Process.define_singleton_method(:clock_gettime) do |*given|
      FaroChoices.sources |= ["clock"] if FaroChoices.thread
      clock.call(*given)
    end
    now = Time.method(:now)
    Time.define_singleton_method(:now) do |*given|
      FaroChoices.sources |= ["clock"] if FaroChoices.thread
      now.call(*given)
    end
  end
end
