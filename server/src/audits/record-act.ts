import { newId } from '../ids.ts';
import { storable } from '../platform/clean-text.ts';
import type { Tx } from '../platform/db.ts';
import { type Act, type Entry, type Person, personActor } from './audit.ts';
import { hashEntry } from './hash-entry.ts';
import { appendEntry, takePlace } from './store.ts';

/**
 * Records an act in the transaction that performs it, so that one exists only with the other. It
 * locks the head of the log until the commit, which serializes all acts: call it last.
 */
export async function recordAct(tx: Tx, act: Act): Promise<void> {
  const { sequence, createdAt, hash: previousHash } = await takePlace(tx);
  const entry: Entry = {
    sequence,
    id: newId('aud'),
    createdAt,
    actorKind: act.actor.kind,
    actorId: act.actor.id,
    actorLabel: storable(act.actor.label).slice(0, 300),
    accountId: act.accountId ?? null,
    mode: act.mode ?? null,
    action: act.action,
    subject: act.subject ?? null,
    reason: act.reason ?? null,
    details: act.details ?? {},
    address: act.address?.slice(0, 60) ?? null,
  };
  await appendEntry(tx, { ...entry, previousHash, hash: hashEntry(entry, previousHash) });
}

/** The same for what a person did to their own access, or to this part of it. */
export function recordOwnAct(
  tx: Tx,
  person: Person,
  action: string,
  address: string,
  subject: string = person.userId,
): Promise<void> {
  return recordAct(tx, { actor: personActor(person), action, subject, address });
}
