import type { Generation } from '../config.ts';

/** How the simulated provider treats one partner. */
export interface Switches {
  /** Notices are not sent. */
  drop: boolean;
  /** Each notice is sent twice. */
  duplicate: boolean;
  /** Notices are sent in random order within about a second. */
  shuffle: boolean;
  /** Every notice is sent this much later. */
  delayNoticesMs: number;
  generation: Generation;
  /** Legacy generation only: the queue is full, creations are answered asynchronously. */
  busy: boolean;
  /** Withdraw notices write the id with hyphens. */
  hyphenatedIds: boolean;
  emptyQrImage: boolean;
  /** Off: the endpoints documented as bare answer without the envelope. */
  wrapped: boolean;
  /** Throttling is answered 429 with Retry-After instead of 520. */
  throttleWith429: boolean;
  /** The permission `qrcodewhitelist`; only the strict mode asks for it. */
  qrcodeWhitelist: boolean;
  /** 0: no floor. */
  minimumDelayHours: number;
}

export const defaultSwitches = (generation: Generation): Switches => ({
  drop: false,
  duplicate: false,
  shuffle: false,
  delayNoticesMs: 0,
  generation,
  busy: false,
  hyphenatedIds: true,
  emptyQrImage: false,
  wrapped: true,
  throttleWith429: false,
  qrcodeWhitelist: false,
  minimumDelayHours: 0,
});

export interface Partner {
  name: string;
  switches: Switches;
  /** The partner's business time: the database's clock plus the partner's offset. */
  now: Date;
}
