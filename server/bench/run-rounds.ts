import type { OpenedProbe, Probe, Row, Stage } from './scenario.ts';

/** What each probe achieved, round by round. */
export type Rates = ReadonlyMap<Probe, readonly number[]>;

export interface Rounds {
  readonly count: number;
  readonly seconds: number;
  /** What precedes them uncounted; the same for all. */
  readonly warmUp: { readonly count: number; readonly seconds: number };
  readonly say: (progress: string) => void;
}

/** Measures everything that the rows name. @throws if a response or a row was wrong */
export async function runRounds(
  stage: Stage,
  rows: readonly Row[],
  rounds: Rounds,
): Promise<Rates> {
  const rates = new Map<Probe, number[]>();
  for (const probes of groupsOf(rows)) await measureInTurn(stage, probes, rounds, rates);
  return rates;
}

/**
 * Groups what is compared, directly or through a third, in the order of the rows. Each group is
 * prepared when the one before has been measured: autovacuum follows the millions of rows that some
 * write, and would run beside the rounds of others.
 */
function groupsOf(rows: readonly Row[]): Set<Probe>[] {
  const groups: Set<Probe>[] = [];
  for (const { beside, probe } of rows) {
    const known = groups.find((group) => group.has(beside) || group.has(probe));
    if (known) known.add(beside).add(probe);
    else groups.push(new Set([beside, probe]));
  }
  return groups;
}

async function measureInTurn(
  stage: Stage,
  probes: ReadonlySet<Probe>,
  { count, seconds, warmUp, say }: Rounds,
  rates: Map<Probe, number[]>,
): Promise<void> {
  const opened = new Map<Probe, OpenedProbe>();
  for (const probe of probes) {
    say(`preparing ${probe.name}`);
    const ready = await probe.open(stage);
    // Until it is compiled and cached, everything is slow: for ten seconds or more.
    for (let round = 0; round < warmUp.count; round += 1) await ready.round(warmUp.seconds);
    opened.set(probe, ready);
    rates.set(probe, []);
  }
  for (let round = 1; round <= count; round += 1) {
    // Alternating direction, so that a machine that slows down slows both sides of a ratio.
    const order = round % 2 === 0 ? [...opened].toReversed() : [...opened];
    for (const [probe, { round: measure }] of order) {
      const rate = await measure(seconds);
      rates.get(probe)?.push(rate);
      say(`round ${String(round)} of ${String(count)}: ${probe.name} ${rate.toFixed(0)}/s`);
    }
  }
  for (const { close } of opened.values()) await close();
}
