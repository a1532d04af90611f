// node deal.mjs                 lists the shufflers: name, package, version
// node deal.mjs NAME DECKS      prints decks of 52 cards, each shuffled from the order 0 to 51
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

// Each maker returns a function of a new deck and of the number of decks before it.
const shufflers = {
  'lodash shuffle': ['lodash', ({ default: _ }) => deck => _.shuffle(deck)],
  'underscore shuffle': ['underscore', ({ default: _ }) => deck => _.shuffle(deck)],
  'd3-array shuffle': ['d3-array', ({ shuffle }) => deck => shuffle(deck)],
  'array-shuffle': ['array-shuffle', ({ default: shuffle }) => deck => shuffle(deck)],
  'knuth-shuffle': ['knuth-shuffle', ({ default: it }) => deck => it.knuthShuffle(deck)],
  'knuth-shuffle-seeded, no seed': ['knuth-shuffle-seeded', ({ default: shuffle }) => deck => shuffle(deck)],
  'knuth-shuffle-seeded, seeds 0, 1, …': ['knuth-shuffle-seeded', ({ default: shuffle }) => shuffle],
  'knuth-shuffle-seeded, text seeds "0", "1", …':
    ['knuth-shuffle-seeded', ({ default: shuffle }) => (deck, seed) => shuffle(deck, String(seed))],
  'random-js Random.shuffle': ['random-js', ({ Random }) => {
    const random = new Random()
    return deck => random.shuffle(deck)
  }],
  'fast-shuffle': ['fast-shuffle', ({ shuffle }) => deck => shuffle(deck)],
  'shuffle-seed, seeds 0, 1, …': ['shuffle-seed', ({ default: it }) => (deck, seed) => it.shuffle(deck, seed)],
  'shuffle-seed, text seeds "0", "1", …':
    ['shuffle-seed', ({ default: it }) => (deck, seed) => it.shuffle(deck, String(seed))],
  'chance shuffle': ['chance', ({ default: Chance }) => {
    const chance = new Chance()
    return deck => chance.shuffle(deck)
  }],
  'faker helpers.shuffle': ['@faker-js/faker', ({ faker }) => deck => faker.helpers.shuffle(deck)],
  'es-toolkit shuffle': ['es-toolkit', ({ shuffle }) => deck => shuffle(deck)],
  'remeda shuffle': ['remeda', ({ shuffle }) => deck => shuffle(deck)],
  'radash shuffle': ['radash', ({ shuffle }) => deck => shuffle(deck)],
  'just-shuffle': ['just-shuffle', ({ default: shuffle }) => deck => shuffle(deck)],
  'just-shuffle, shuffleAll': ['just-shuffle', ({ default: shuffle }) => deck => shuffle(deck, { shuffleAll: true })],
  'pandemonium shuffle': ['pandemonium', ({ default: it }) => deck => it.shuffle(deck)],
  'mout array/shuffle': ['mout', ({ default: it }) => deck => it.array.shuffle(deck)],
  'simple-statistics shuffle': ['simple-statistics', ({ shuffle }) => deck => shuffle(deck)],
  'card-deck shuffle': ['card-deck', ({ default: Deck }) => deck => {
    new Deck(deck).shuffle()
    return deck
  }],
  'shuffle (decks of cards)': ['shuffle', ({ default: it }) => deck => it.shuffle({ deck }).cards],
  'locutus php shuffle': ['locutus/php/array/shuffle.js', ({ default: shuffle }) => deck => {
    shuffle(deck)
    return deck
  }],
  'gsap utils.shuffle': ['gsap', ({ gsap }) => deck => gsap.utils.shuffle(deck)],
  'sort(() => Math.random() - 0.5)': ['node', () => deck => deck.sort(() => Math.random() - 0.5)],
  'sort by a Math.random() key': ['node', () => deck =>
    deck.map(card => [Math.random(), card]).sort((a, b) => a[0] - b[0]).map(pair => pair[1])],
}

function version(module) {
  if (module === 'node') return `Node.js\t${process.versions.node}`
  const parts = module.split('/')
  const name = parts.slice(0, module.startsWith('@') ? 2 : 1).join('/')
  const file = new URL(`./node_modules/${name}/package.json`, import.meta.url)
  return `${name}\t${JSON.parse(readFileSync(file, 'utf8')).version}`
}

async function deal(name, decks) {
  const [module, make] = shufflers[name]
  const shuffle = make(module === 'node' ? {} : await import(module))
  process.stdout.on('error', () => process.exit(0))
  for (let first = 0; first < decks; first += 500) {
    let lines = ''
    for (let i = first; i < Math.min(first + 500, decks); i++)
      lines += shuffle(Array.from({ length: 52 }, (_, card) => card), i).join(' ') + '\n'
    if (!process.stdout.write(lines)) await once(process.stdout, 'drain')
  }
}

const [name, decks] = process.argv.slice(2)
if (name === undefined) for (const key in shufflers) console.log(`${key}\t${version(shufflers[key][0])}`)
else await deal(name, Number(decks))
