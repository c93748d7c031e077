import type { OpenedProbe, Probe, Row, Stage } from './scenario.ts';

/** What each probe reached, round by round. */
export type Rates = ReadonlyMap<Probe, readonly number[]>;

export interface Rounds {
  readonly count: number;
  readonly seconds: number;
  /** What comes before them and is not counted; the same for all. */
  readonly warmUp: { readonly count: number; readonly seconds: number };
  readonly say: (progress: string) => void;
}

/** Measures all that the rows name, in turn. @throws when an answer or a row was wrong */
export async function runRounds(
  stage: Stage,
  rows: readonly Row[],
  { count, seconds, warmUp, say }: Rounds,
): Promise<Rates> {
  const opened = new Map<Probe, OpenedProbe>();
  // In the order of the rows, so that what is compared is measured close together.
  for (const probe of new Set(rows.flatMap((row) => [row.beside, row.probe]))) {
    say(`preparing ${probe.name}`);
    const ready = await probe.open(stage);
    // Until it is compiled and cached, everything is slow: for ten seconds or more.
    for (let round = 0; round < warmUp.count; round += 1) await ready.round(warmUp.seconds);
    opened.set(probe, ready);
  }
  const rates = new Map([...opened.keys()].map((probe) => [probe, [] as number[]]));
  for (let round = 1; round <= count; round += 1) {
    // There and back, so that a machine that slows down slows both sides of a ratio.
    const order = round % 2 === 0 ? [...opened].toReversed() : [...opened];
    for (const [probe, { round: measure }] of order) {
      const rate = await measure(seconds);
      rates.get(probe)?.push(rate);
      say(`round ${String(round)} of ${String(count)}: ${probe.name} ${rate.toFixed(0)}/s`);
    }
  }
  for (const { close } of opened.values()) await close();
  return rates;
}
