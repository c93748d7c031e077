import type { EndpointId } from '../ids.ts';
import type { Room } from './lease-store.ts';
import type { EndpointKey } from './endpoint.ts';

/** How many attempts may be in flight. Slow endpoints have slots of their own and use no others. */
const SLOTS: Room = { quick: 512, slow: 1_024 };
/** Of the quick slots, when crowded: half are for prompt endpoints, half for all others. */
const IN_A_CROWD = SLOTS.quick / 2;
/**
 * The bound on all attempts in flight, when crowded: slow attempts free their quick slots, so
 * nothing else would bound the memory they use. Prompt endpoints are let in beyond it.
 */
const MAX_IN_FLIGHT = 10_240;
/** Per endpoint. Each quick success raises a quick endpoint's limit by one, up to `most`. */
const PER_ENDPOINT = { quick: 8, most: 64, slow: 2 };

/** Beyond this many, the lanes of endpoints without attempts in flight are dropped. */
const MAX_LANES = 20_000;
/** All of them are queried in one turn. */
const MAX_PROMPT = 500;

interface Lane {
  inFlight: number;
  limit: number;
}

/** Held by an attempt from its lease until it is recorded. */
export interface Slot extends EndpointKey {
  /** Whether it counts towards the share of prompt endpoints. */
  isPrompt: boolean;
  /** Whether it counts towards the slow slots. */
  isSlow: boolean;
  /** Whether the request is still in flight. */
  isSending: boolean;
}

/**
 * Which attempts are in flight, and how many more may begin. An endpoint is prompt while its last
 * answer was a quick success. When crowded, prompt endpoints have slots that nobody else uses, and
 * use no others.
 */
export class Slots {
  readonly #lanes = new Map<EndpointId, Lane>();
  /** In the order of their last success. */
  readonly #prompt = new Map<EndpointId, EndpointKey>();
  #promptTaken = 0;
  #quick = 0;
  #slow = 0;

  get room(): Room {
    // More than `SLOTS.slow` may be slow, since an attempt that slows down frees its quick slot at
    // once.
    return { quick: SLOTS.quick - this.#quick, slow: Math.max(0, SLOTS.slow - this.#slow) };
  }

  get roomForPrompt(): number {
    return Math.max(0, Math.min(this.room.quick, IN_A_CROWD - this.#promptTaken));
  }

  get roomBesidePrompt(): Room {
    const { quick, slow } = this.room;
    const kept = this.#prompt.size === 0 ? 0 : Math.max(0, IN_A_CROWD - this.#promptTaken);
    const bound = MAX_IN_FLIGHT - this.#quick - this.#slow;
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
    const { inFlight = 0, limit = PER_ENDPOINT.quick } = this.#lanes.get(endpointId) ?? {};
    return Math.max(0, (isSlow ? PER_ENDPOINT.slow : limit) - inFlight);
  }

  take({ environmentId, endpointId }: EndpointKey, isSlow: boolean): Slot {
    const lane = this.#lanes.get(endpointId) ?? { inFlight: 0, limit: PER_ENDPOINT.quick };
    lane.inFlight += 1;
    this.#lanes.set(endpointId, lane);
    const isPrompt = !isSlow && this.isPrompt(endpointId);
    const slot = { environmentId, endpointId, isPrompt, isSlow, isSending: true };
    this.#count(slot, 1);
    return slot;
  }

  /** The attempt drags on, so its quick slot is freed for others. */
  slowDown(slot: Slot): void {
    if (slot.isSlow) return;
    this.#count(slot, -1);
    slot.isSlow = true;
    slot.isPrompt = false;
    this.#count(slot, 1);
    this.#prompt.delete(slot.endpointId);
  }

  /**
   * The request has ended, although the attempt is still to be recorded.
   * @param succeeded whether the endpoint may be sent one more at a time from now on
   */
  endSending(slot: Slot, succeeded: boolean): void {
    const lane = this.#lanes.get(slot.endpointId);
    if (!lane || !slot.isSending) return;
    slot.isSending = false;
    lane.inFlight -= 1;
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
    if (this.#lanes.size > MAX_LANES) this.#forgetIdle();
  }

  /** Nothing is due any more. The limits that endpoints have earned last only for one burst. */
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
    if (first !== undefined && this.#prompt.size > MAX_PROMPT) this.#prompt.delete(first);
  }

  #forgetIdle(): void {
    for (const [endpointId, { inFlight }] of this.#lanes) {
      if (inFlight === 0) this.#lanes.delete(endpointId);
    }
  }
}
