import type { EndpointId } from '../ids.ts';
import type { Room } from './delivery-store.ts';
import type { EndpointKey } from './endpoint.ts';

/**
 * How many attempts may be under way: slow endpoints have slots of their own and fill no others.
 */
const SLOTS: Room = { quick: 512, slow: 1_024 };
/** Of the quick ones, in a crowd: half are for the prompt, and half for everybody else. */
const IN_A_CROWD = SLOTS.quick / 2;
/**
 * Of all kinds, in a crowd: those that drag leave their slots, and what each holds in memory would
 * have no other bound. The prompt are let in beyond it.
 */
const MOST_UNDER_WAY = 10_240;
/** Of one endpoint. Each quick success lets a quick one have one more at a time, up to `most`. */
const PER_ENDPOINT = { quick: 8, most: 64, slow: 2 };

/** Beyond so many, those of endpoints that nothing is sent to are forgotten. */
const MOST_LANES = 20_000;
/** They are all asked about in one turn. */
const MOST_PROMPT = 500;

interface Lane {
  underWay: number;
  limit: number;
}

/** Of an attempt, from its lease until it is recorded. */
export interface Slot extends EndpointKey {
  /** Whether it is one of those for prompt endpoints. */
  isPrompt: boolean;
  /** Whether it is a slot of the slow ones. */
  isSlow: boolean;
  /** Whether the endpoint is still being sent to. */
  isSending: boolean;
}

/**
 * Which attempts are under way, and how many more may be begun. An endpoint is prompt while the
 * last thing it did was to answer well and quickly; in a crowd the prompt have slots that nobody
 * else fills, and fill no others.
 */
export class Slots {
  readonly #lanes = new Map<EndpointId, Lane>();
  /** In the order of their last success. */
  readonly #prompt = new Map<EndpointId, EndpointKey>();
  #promptTaken = 0;
  #quick = 0;
  #slow = 0;

  get room(): Room {
    // More than the slow ones' may drag on, since quick slots are freed for others at once.
    return { quick: SLOTS.quick - this.#quick, slow: Math.max(0, SLOTS.slow - this.#slow) };
  }

  get roomForPrompt(): number {
    return Math.max(0, Math.min(this.room.quick, IN_A_CROWD - this.#promptTaken));
  }

  get roomBesidePrompt(): Room {
    const { quick, slow } = this.room;
    const kept = this.#prompt.size === 0 ? 0 : Math.max(0, IN_A_CROWD - this.#promptTaken);
    const bound = MOST_UNDER_WAY - this.#quick - this.#slow;
    return { quick: Math.max(0, Math.min(quick - kept, bound)), slow };
  }

  get isIdle(): boolean {
    return this.#quick + this.#slow === 0;
  }

  get prompt(): readonly EndpointKey[] {
    return [...this.#prompt.values()];
  }

  isPrompt(endpointId: EndpointId): boolean {
    return this.#prompt.has(endpointId);
  }

  shareOf(endpointId: EndpointId, isSlow: boolean): number {
    const { underWay = 0, limit = PER_ENDPOINT.quick } = this.#lanes.get(endpointId) ?? {};
    return Math.max(0, (isSlow ? PER_ENDPOINT.slow : limit) - underWay);
  }

  take({ environmentId, endpointId }: EndpointKey, isSlow: boolean): Slot {
    const lane = this.#lanes.get(endpointId) ?? { underWay: 0, limit: PER_ENDPOINT.quick };
    lane.underWay += 1;
    this.#lanes.set(endpointId, lane);
    const isPrompt = !isSlow && this.isPrompt(endpointId);
    const slot = { environmentId, endpointId, isPrompt, isSlow, isSending: true };
    this.#count(slot, 1);
    return slot;
  }

  /** The attempt drags on: its quick slot is free for others. */
  slowDown(slot: Slot): void {
    if (slot.isSlow) return;
    this.#count(slot, -1);
    slot.isSlow = true;
    slot.isPrompt = false;
    this.#count(slot, 1);
    this.#prompt.delete(slot.endpointId);
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
    if (succeeded && !slot.isSlow) {
      lane.limit = Math.min(PER_ENDPOINT.most, lane.limit + 1);
      this.#remember(slot);
    } else {
      lane.limit = PER_ENDPOINT.quick;
      this.#prompt.delete(slot.endpointId);
    }
  }

  giveBack(slot: Slot): void {
    this.endSending(slot, false);
    this.#count(slot, -1);
    if (this.#lanes.size > MOST_LANES) this.#forgetIdle();
  }

  /** Nothing is due any more: what was learnt of an endpoint's share lasts as long as a rush. */
  rest(): void {
    if (this.isIdle) this.#lanes.clear();
  }

  #count({ isSlow, isPrompt }: Slot, by: 1 | -1): void {
    if (isSlow) this.#slow += by;
    else this.#quick += by;
    if (isPrompt) this.#promptTaken += by;
  }

  #remember({ environmentId, endpointId }: EndpointKey): void {
    this.#prompt.delete(endpointId);
    this.#prompt.set(endpointId, { environmentId, endpointId });
    const [first] = this.#prompt.keys();
    if (first !== undefined && this.#prompt.size > MOST_PROMPT) this.#prompt.delete(first);
  }

  #forgetIdle(): void {
    for (const [endpointId, { underWay }] of this.#lanes) {
      if (underWay === 0) this.#lanes.delete(endpointId);
    }
  }
}
