import { createHash } from 'node:crypto';
import { canonicalJson } from '../platform/json.ts';
import type { Entry } from './audit.ts';

/** Covers everything in the entry and, through the previous hash, every earlier entry. */
export function hashEntry(entry: Entry, previousHash: Buffer): Buffer {
  const content = canonicalJson({
    sequence: entry.sequence,
    id: entry.id,
    at: entry.createdAt.toISOString(),
    actor: { kind: entry.actorKind, id: entry.actorId, label: entry.actorLabel },
    accountId: entry.accountId,
    mode: entry.mode,
    action: entry.action,
    subject: entry.subject,
    reason: entry.reason,
    details: entry.details,
    address: entry.address,
    previousHash: previousHash.toString('hex'),
  });
  return createHash('sha256').update(content).digest();
}
