// Clocks and loops that the parts of the benchmark share.
export function median(numbers) {
  return quantile(numbers, 0.5);
}

export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * share)];
}

// Runs `count` tasks one after the other and returns microseconds: of each, or, where each is short beside the coarse
// clock of a browser, of the mean of each `together` in a row.
export async function awaited(count, task, together = 1) {
  const taken = [];
  for (let number = 0; number < count; ) {
    const start = performance.now();
    const first = number;
    for (const last = Math.min(count, first + together); number < last; number += 1) await task(number);
    taken.push(((performance.now() - start) * 1000) / (number - first));
  }
  return taken;
}

// Runs `count` tasks, so many at a time, and returns how many were done in a second.
export async function inFlight(count, width, task) {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const number = next;
      next += 1;
      await task(number);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: width }, lane));
  return count / ((performance.now() - start) / 1000);
}

// Runs tasks without a break and measures them as one. Returns microseconds for one.
export function withoutBreak(tasks) {
  const start = performance.now();
  for (const task of tasks) task();
  return ((performance.now() - start) * 1000) / tasks.length;
}

export function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
