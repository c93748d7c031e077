import type { Generation } from '../config.ts';

/** How the simulated provider treats one partner. */
export interface Switches {
  /** Notices are not sent. */
  readonly drop: boolean;
  /** Each notice is sent twice. */
  readonly duplicate: boolean;
  /** Notices are sent in random order within about a second. */
  readonly shuffle: boolean;
  /** Every notice is sent this much later. */
  readonly delayNoticesMs: number;
  readonly generation: Generation;
  /** Legacy generation only: the queue is full, and create calls are answered asynchronously. */
  readonly busy: boolean;
  /** Withdrawal notices write the id with hyphens. */
  readonly hyphenatedIds: boolean;
  readonly emptyQrImage: boolean;
  /** Off: the endpoints documented without the envelope are answered without it. */
  readonly wrapped: boolean;
  /** Throttling is answered 429 with Retry-After instead of 520. */
  readonly throttleWith429: boolean;
  /** The permission `qrcodewhitelist`; only strict mode requires it. */
  readonly qrcodeWhitelist: boolean;
  /** 0: no minimum. */
  readonly minimumDelayHours: number;
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
  readonly name: string;
  readonly switches: Switches;
  /** Where people find the receipts of payouts, if not at the sandbox's own address. */
  readonly receiptsUrl: string | null;
  /** The partner's business time: the database's clock plus the partner's offset. */
  readonly now: Date;
}
