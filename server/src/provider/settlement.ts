import type { EnvironmentId, OrderId } from '../ids.ts';
import type { EventKind } from '../webhooks/event.ts';
import type { Cause } from './transition.ts';

/** What the provider says about a charge or a payout when asked, and why we asked. */
export interface News<Reading> {
  readonly reading: Reading;
  readonly cause: Cause;
  /** When we asked, by `performance.now()`; if absent, just now. */
  readonly requestedAt?: number;
}

/** When we asked, on the clock that showed `now` when `performance.now()` was `begunAt`. */
export function requestTimeOf(news: News<unknown>, now: Date, begunAt: number): Date {
  return new Date(now.getTime() - (begunAt - (news.requestedAt ?? begunAt)));
}

/** A deposit or a withdrawal. */
export interface Settleable {
  readonly environmentId: EnvironmentId;
  readonly id: OrderId;
  readonly status: string;
}

/** Everything that news does to a deposit or a withdrawal, before any of it is written. */
export interface SettlementOf<Resource extends Settleable> {
  readonly before: Resource;
  readonly after: Resource;
  readonly news: News<{ readonly raw: string }>;
  /** On the environment's clock. */
  readonly now: Date;
  readonly steps: readonly TakenStep<Resource>[];
  /** The status that the news asked for and that no step allows. */
  readonly refused: Resource['status'] | undefined;
}

/** One step in its life, and what it is after that step. */
interface TakenStep<Resource extends Settleable> {
  readonly from: Resource['status'];
  readonly to: Resource['status'];
  readonly cause: Cause;
  readonly event: EventKind | undefined;
  readonly after: Resource;
}
