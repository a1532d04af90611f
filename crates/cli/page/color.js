// Colours of cards and of table cells. The rainbow has even lightness (OKLCH), converted to sRGB so that saved pictures look
// the same everywhere.

const channel = (x) => {
  const clipped = Math.min(1, Math.max(0, x));
  const value = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(value * 255);
};

function oklch(lightness, chroma, hue) {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    channel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

export const hex = (rgb) => `#${rgb.map((c) => c.toString(16).padStart(2, '0')).join('')}`;

/** Returns the colour of a position, given as a share of the deck from 0 at the top to 1. */
export const rainbow = (share) => oklch(0.7 + 0.04 * Math.sin(share * Math.PI), 0.165, 22 + share * 312);

const isDark = () => matchMedia('(prefers-color-scheme: dark)').matches;

const PINS = [['#111418', '#ffffff'], ['#c2255c', '#ff8fb8'], ['#0b7285', '#5fd4e6'], ['#a85500', '#ffc078'],
  ['#5f3dc4', '#b9a3ff'], ['#2b7a0b', '#a2e571'], ['#1864ab', '#8cc8ff'], ['#862e9c', '#eb9cff']];

export const pinColor = (index) => PINS[index % PINS.length][isDark() ? 1 : 0];

/** Returns the colour of each card: by its starting position, by its cycle, or by its mirror pair. */
export function palette(cards, by = 'start', cycles = null) {
  const share = (card) => {
    if (by === 'mirror') return Math.min(card, cards + 1 - card) / Math.max(1, Math.ceil(cards / 2)) - 0.02;
    return cards < 2 ? 0 : (card - 1) / (cards - 1);
  };
  const colors = [null];
  for (let card = 1; card <= cards; card += 1) colors.push(hex(rainbow(share(card))));
  if (by === 'cycle' && cycles) {
    cycles.forEach((cycle, index) => {
      const color = cycleColor(index, cycles.length);
      for (const card of cycle) colors[card] = color;
    });
  }
  return colors;
}

export const cycleColor = (index, count) => hex(rainbow(count < 2 ? 0.62 : index / (count - (count > 12 ? 0 : 0.5))));

/** Returns the colour of a deviation between −1 and 1: purple for less than expected, orange for more, and the background for 0. */
export function diverging(value) {
  const size = Math.min(1, Math.abs(value));
  const dark = isDark();
  const base = dark ? 0.24 : 0.975;
  const end = dark ? 0.78 : 0.6;
  return oklch(base + (end - base) * size, 0.15 * size, value < 0 ? 300 : 48);
}
