// Days at internet scale, reckoned by the statistical twin in the page's own thread, hour by hour, as a worker would.
import start, { RunningDay, titles } from "/bench/twin_module.js";
import { median } from "/bench/measure.js";

const ROUNDS = 3;

export async function twinDays() {
  await start();
  const figures = {};
  for (const [place, title] of titles().entries()) {
    const taken = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAt = performance.now();
      const day = new RunningDay(place);
      // Between two hours whoever wants to cancel is heard.
      while (!day.step()) await new Promise((resolve) => setTimeout(resolve));
      taken.push((performance.now() - startedAt) / 1000);
      figures[`twin/${title}/throttled permille`] = day.throttled_permille();
      day.free();
    }
    figures[`twin/${title}/s`] = median(taken);
  }
  return figures;
}
