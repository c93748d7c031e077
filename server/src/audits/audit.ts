import type { AccountId, Id, UserId } from '../ids.ts';

/** `operator`: a person acting for the installation; `cli`: somebody at its command line. */
export const ACTOR_KINDS = ['person', 'operator', 'key', 'cli', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

export interface Actor {
  readonly kind: ActorKind;
  readonly id: Id<'usr'> | Id<'key'> | null;
  /** The name people know: an e-mail address, a key's name, or a user of the machine. */
  readonly label: string;
}

/** A person, by what acts and keys name them with. */
export interface Person {
  readonly userId: UserId;
  readonly email: string;
}

export function personActor({ userId, email }: Person): Actor {
  return { kind: 'person', id: userId, label: email };
}

/** What was set, and to what; never a person's document, name or key. */
export type Details = Readonly<Record<string, string | number | boolean | null>>;

/** Something that was done, and by whom. */
export interface Act {
  readonly actor: Actor;
  /** The operation: its operationId, or the words of a command. */
  readonly action: string;
  readonly accountId?: AccountId | null | undefined;
  readonly mode?: 'test' | 'live' | null | undefined;
  /** The id of what it was done to. */
  readonly subject?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly details?: Details | undefined;
  /** The IP address that the request came from. */
  readonly address?: string | null | undefined;
}

/** An act as it is stored. */
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

/** An entry with the hashes that link it to the previous one. */
export interface ChainedEntry extends Entry {
  readonly previousHash: Buffer;
  readonly hash: Buffer;
}

/** The `previousHash` of the first entry. */
export const BEGINNING = Buffer.alloc(32);

export const REASON = { shortest: 3, longest: 500 } as const;

/** Whether a reason can be stored: a single line, not too long. */
export function fitsReason(text: string): boolean {
  return [...text].length <= REASON.longest && !/[\p{Cc}\p{Cs}]/u.test(text);
}

/** The reason in stored form; undefined if there is none, or it says nothing. */
export function readReason(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const text = given.trim();
  return [...text].length >= REASON.shortest && fitsReason(text) ? text : undefined;
}
