// Lengths of time as people write them.

const MILLISECONDS: Record<string, number> = {
  ms: 1,
  s: 1_000,
  min: 60_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Milliseconds, or a number with a unit: `"90 s"`, `"15 min"`, `"2 h"`, `"7 d"`. */
export type Duration = number | string;

/** Returns milliseconds. Throws a `TypeError` if the text is no length of time. */
export function millisecondsOf(duration: Duration): number {
  if (typeof duration === "number") {
    if (Number.isFinite(duration) && duration >= 0) return duration;
  } else {
    const [, amount, unit] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*$/.exec(duration) ?? [];
    const factor = unit === undefined ? undefined : MILLISECONDS[unit];
    if (amount !== undefined && factor !== undefined) return Number(amount) * factor;
  }
  throw new TypeError(`${JSON.stringify(duration)} is no length of time. Write milliseconds, or "90 s", "15 min", "2 h", "7 d".`);
}
