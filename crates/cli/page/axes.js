// Tick values of axes, and numbers written for reading.

import { raise } from './dom.js';

/** Returns about `number` round values between `low` and `high`, for the ticks of an axis. */
export function ticks(low, high, number) {
  const raw = (high - low) / number;
  const size = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max([1, 2, 5, 10].map((k) => k * size).find((s) => s >= raw) ?? raw, high > 2 ? 1 : 0.01);
  const values = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step) values.push(Number(value.toPrecision(12)));
  return values;
}

/** Returns a number with its prime factors as text, such as 48 = 2⁴ · 3. */
export function factors(number) {
  if (number > 1e12 || number < 2) return String(number);
  const parts = [];
  let rest = number;
  for (let prime = 2; prime * prime <= rest; prime += prime === 2 ? 1 : 2) {
    let power = 0;
    while (rest % prime === 0) { rest /= prime; power += 1; }
    if (power) parts.push(`${prime}${power > 1 ? raise(power) : ''}`);
  }
  if (rest > 1) parts.push(String(rest));
  return parts.length === 1 && !/[⁰-⁹²³¹]/.test(parts[0]) ? `${number} (prime)` : `${number} = ${parts.join(' · ')}`;
}

/** Returns a share between 0 and 1 as a percentage with a suitable number of digits. It is rounded to the nearest value, or as a
 * bound up (`side` 1) or down (`side` −1). */
export const percent = (share, side = 0) => {
  if (share === 0 || share === 1) return `${share * 100} %`;
  if (side && share >= 1e-4 && share <= 0.9995) {
    const [value, unit] = [share * 100, 10 ** (Math.floor(Math.log10(share * 100)) - 2)];
    const nearest = Number(value.toPrecision(3));
    return `${(nearest - value) * side < 0 ? Number((nearest + side * unit).toPrecision(3)) : nearest} %`;
  }
  if (share > 0.9995) return 'over 99.9 %';
  return `${share * 100 < 0.01 ? (share * 100).toExponential(1) : Number((share * 100).toPrecision(3))} %`;
};
