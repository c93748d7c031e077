import type { AccountId, Id } from '../ids.ts';

/** `operator` is a person who acts for the installation, `cli` somebody at its command line. */
export const ACTOR_KINDS = ['person', 'operator', 'key', 'cli', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

export interface Actor {
  readonly kind: ActorKind;
  readonly id: Id<'usr'> | Id<'key'> | null;
  /** What people know them by: an e-mail address, a key's name, an account of the machine. */
  readonly label: string;
}

/** Never a person's document, name or key; what was set, and to what. */
export type Details = Readonly<Record<string, string | number | boolean | null>>;

/** Something that was done, and by whom. */
export interface Act {
  readonly actor: Actor;
  /** The operation: its id in the description of the routes, or the words of a command. */
  readonly action: string;
  readonly accountId?: AccountId | null | undefined;
  readonly mode?: 'test' | 'live' | null | undefined;
  /** The id of what it was done to. */
  readonly subject?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly details?: Details | undefined;
  /** Where the request came from. */
  readonly address?: string | null | undefined;
}

/** An act as it is kept. */
export interface Entry {
  readonly sequence: number;
  readonly id: Id<'aud'>;
  readonly createdAt: Date;
  readonly actorKind: ActorKind;
  readonly actorId: string | null;
  readonly actorLabel: string;
  readonly accountId: AccountId | null;
  readonly mode: 'test' | 'live' | null;
  readonly action: string;
  readonly subject: string | null;
  readonly reason: string | null;
  readonly details: Details;
  readonly address: string | null;
}

/** An entry with what ties it to the one before. */
export interface ChainedEntry extends Entry {
  readonly previousHash: Buffer;
  readonly hash: Buffer;
}

/** The `previousHash` of the first entry. */
export const BEGINNING = Buffer.alloc(32);

export const REASON = { shortest: 3, longest: 500 } as const;

/** Whether a reason can be kept: one line, and not too long. */
export function fitsReason(text: string): boolean {
  return [...text].length <= REASON.longest && !/[\p{Cc}\p{Cs}]/u.test(text);
}

/** The reason as it is kept, or undefined where none was given that says anything. */
export function readReason(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const text = given.trim();
  return [...text].length >= REASON.shortest && fitsReason(text) ? text : undefined;
}
