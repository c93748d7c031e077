import type { EndpointId } from '../ids.ts';
import type { Room } from './delivery-store.ts';

/**
 * How many attempts may be under way: slow endpoints have slots of their own and fill no others.
 */
const SLOTS: Room = { quick: 512, slow: 1_024 };
/** Of one endpoint. Each quick success lets a quick one have one more at a time, up to `most`. */
const PER_ENDPOINT = { quick: 8, most: 64, slow: 2 };

/** Beyond so many, those of endpoints that nothing is sent to are forgotten. */
const MOST_LANES = 20_000;

interface Lane {
  underWay: number;
  limit: number;
}

/** Of an attempt, from its lease until it is recorded. */
export interface Slot {
  readonly endpointId: EndpointId;
  /** Whether it is a slot of the slow ones. */
  isSlow: boolean;
  /** Whether the endpoint is still being sent to. */
  isSending: boolean;
}

/** Which attempts are under way, and how many more may be begun. */
export class Slots {
  readonly #lanes = new Map<EndpointId, Lane>();
  #quick = 0;
  #slow = 0;

  get room(): Room {
    // More than the slow ones' may drag on, since quick slots are freed for others at once.
    return { quick: SLOTS.quick - this.#quick, slow: Math.max(0, SLOTS.slow - this.#slow) };
  }

  get isIdle(): boolean {
    return this.#quick + this.#slow === 0;
  }

  shareOf(endpointId: EndpointId, isSlow: boolean): number {
    const { underWay = 0, limit = PER_ENDPOINT.quick } = this.#lanes.get(endpointId) ?? {};
    return Math.max(0, (isSlow ? PER_ENDPOINT.slow : limit) - underWay);
  }

  take(endpointId: EndpointId, isSlow: boolean): Slot {
    const lane = this.#lanes.get(endpointId) ?? { underWay: 0, limit: PER_ENDPOINT.quick };
    lane.underWay += 1;
    this.#lanes.set(endpointId, lane);
    if (isSlow) this.#slow += 1;
    else this.#quick += 1;
    return { endpointId, isSlow, isSending: true };
  }

  /** The attempt drags on: its quick slot is free for others. */
  slowDown(slot: Slot): void {
    if (slot.isSlow) return;
    slot.isSlow = true;
    this.#quick -= 1;
    this.#slow += 1;
  }

  /**
   * Nothing is under way at the endpoint any more, though the attempt is still to be recorded.
   * @param succeeded whether the endpoint has shown that it may be sent one more at a time
   */
  endSending(slot: Slot, succeeded: boolean): void {
    const lane = this.#lanes.get(slot.endpointId);
    if (!lane || !slot.isSending) return;
    slot.isSending = false;
    lane.underWay -= 1;
    if (succeeded && !slot.isSlow) lane.limit = Math.min(PER_ENDPOINT.most, lane.limit + 1);
    else lane.limit = PER_ENDPOINT.quick;
  }

  giveBack(slot: Slot): void {
    this.endSending(slot, false);
    if (slot.isSlow) this.#slow -= 1;
    else this.#quick -= 1;
    // What was learnt of an endpoint lasts as long as a rush does.
    if (this.isIdle) this.#lanes.clear();
    else if (this.#lanes.size > MOST_LANES) this.#forgetIdle();
  }

  #forgetIdle(): void {
    for (const [endpointId, { underWay }] of this.#lanes) {
      if (underWay === 0) this.#lanes.delete(endpointId);
    }
  }
}
