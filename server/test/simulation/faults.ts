/** What goes wrong in one schedule, and how often. */
import type { Random } from '../kill/random.ts';

const USUALLY = {
  /** A statement or commit that is not executed, and one that is but whose result is lost. */
  databaseAway: 0.03,
  databaseSilent: 0.03,
  /** A call to the provider that is refused for lack of budget, or for good. */
  throttled: 0.08,
  refused: 0.05,
  /** A call that never arrives, and one whose response never comes back. */
  requestLost: 0.06,
  answerLost: 0.12,
  /** The provider returns a charge that it gave to somebody else before. */
  repeated: 0.03,
  /**
   * Its answer about a charge is stale, has an unknown status, or says that there is no such
   * charge.
   */
  lag: 0.1,
  unknownWord: 0.04,
  denied: 0.04,
  noticeLost: 0.2,
  noticeTwice: 0.3,
  noticeForged: 0.2,
  /** A receiver that answers 500, is slow, is reached but never answers, or is gone. */
  receiverFails: 0.25,
  receiverDrags: 0.15,
  receiverSilent: 0.1,
  receiverGone: 0.01,
  /** Per step of the schedule. */
  crash: 0.015,
  databaseRestarts: 0.004,
  clockJumps: 0.006,
  databaseClockJumps: 0.002,
  longPause: 0.12,
};

export type Fault = keyof typeof USUALLY;

export interface Faults {
  /** Whether it happens this time. */
  strikes(fault: Fault): boolean;
  /** Whether it happens in this schedule at all. */
  has(fault: Fault): boolean;
  end(): void;
}

/**
 * Each schedule has some faults and not others: if everything fails at once, little gets far enough
 * for the rare ones to matter.
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
