/** What goes wrong in one schedule, and how often. */
import type { Random } from '../kill/random.ts';

const USUALLY = {
  /** A statement or commit that is not done, and one that is done and never answered. */
  databaseAway: 0.03,
  databaseSilent: 0.03,
  /** A call to the provider that is refused for lack of room, or for good. */
  throttled: 0.08,
  refused: 0.05,
  /** A call that never arrives, and one whose answer never comes back. */
  requestLost: 0.06,
  answerLost: 0.12,
  /** The provider hands out a charge that it gave to somebody else before. */
  repeated: 0.03,
  /** What it says of a charge is old, is a word nobody knows, or is that there is none. */
  lag: 0.1,
  unknownWord: 0.04,
  denied: 0.04,
  noticeLost: 0.2,
  noticeTwice: 0.3,
  noticeForged: 0.2,
  /** A receiver that answers 500, drags on, never answers although it was reached, or is gone. */
  receiverFails: 0.25,
  receiverDrags: 0.15,
  receiverSilent: 0.1,
  receiverGone: 0.01,
  /** At each step of the schedule. */
  crash: 0.015,
  databaseRestarts: 0.004,
  clockJumps: 0.006,
  databaseClockJumps: 0.002,
  longPause: 0.12,
};

export type Fault = keyof typeof USUALLY;

export interface Faults {
  /** Whether it goes wrong this time. */
  strikes(fault: Fault): boolean;
  /** Whether it goes wrong in this schedule at all. */
  has(fault: Fault): boolean;
  end(): void;
}

/**
 * Each schedule has some faults and not others: where everything fails at once, little comes as far
 * as to where the rare ones matter.
 */
export function chooseFaults(random: Random): Faults {
  const share = random.fraction();
  // The names are those of the record itself.
  const names = Object.keys(USUALLY) as Fault[];
  const chosen = new Map(
    names.map((name) => {
      const isOn = random.fraction() < share;
      return [name, isOn ? USUALLY[name] * (0.5 + 2 * random.fraction()) : 0] as const;
    }),
  );
  const rateOf = (fault: Fault): number => chosen.get(fault) ?? 0;
  let over = false;
  return {
    strikes: (fault) => !over && rateOf(fault) > 0 && random.fraction() < rateOf(fault),
    has: (fault) => rateOf(fault) > 0,
    end: () => {
      over = true;
    },
  };
}
