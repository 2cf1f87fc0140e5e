// Timing within one process: warm-up, interleaved rounds, the collector run before each, as in benchmarks/timing.py.

// A timing shorter than this is repeated inside the round: the clock and the scheduler would drown it.
const SHORTEST = 0.02;
const BUDGET = 4;
// Rounds of very large inputs: a median of three, whatever it takes.
const FEWEST_ROUNDS = 3;
const MOST_ROUNDS = 31;

/** Times both sides in turn, each first in every second round: medians in seconds a call, and each round's ratio. */
export function compare(ours, other) {
  const sides = [ours, other].map((work) => ({ work, calls: callsARound(work), seconds: [] }));
  const started = performance.now();
  for (let round = 0; goOn(round, (performance.now() - started) / 1000); round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) side.seconds.push(timed(side.work, side.calls));
  }
  const [mine, theirs] = sides.map((side) => side.seconds);
  return { ours: median(mine), other: median(theirs), ratios: mine.map((seconds, round) => seconds / theirs[round]) };
}

function goOn(rounds, elapsed) {
  return rounds < FEWEST_ROUNDS || (rounds < MOST_ROUNDS && elapsed < BUDGET);
}

/** Warms up until the compiler has settled, and finds how often the work is called in one timing. */
function callsARound(work) {
  let seconds = timed(work, 1);
  for (let count = 0; count < 3 && seconds < 1; count += 1) seconds = timed(work, 1);
  return Math.max(1, Math.round(SHORTEST / Math.max(seconds, 1e-7)));
}

function timed(work, calls) {
  globalThis.gc?.();
  const kept = [];
  const started = performance.now();
  for (let call = 0; call < calls; call += 1) kept[0] = work();
  return (performance.now() - started) / 1000 / calls;
}

function median(values) {
  const sorted = values.toSorted((one, two) => one - two);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
