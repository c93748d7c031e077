import type { Db } from '../platform/db.ts';
import { BEGINNING } from './audit.ts';
import { hashEntry } from './hash-entry.ts';
import { hasEntryBehindHead, hasHash, listChain, readHead } from './store.ts';

export const FLAWS = ['changed', 'missing', 'cut_off', 'added', 'head_unknown'] as const;
export type Flaw = (typeof FLAWS)[number];

export interface Verdict {
  readonly isIntact: boolean;
  /** How many entries are consistent, from the first one on. */
  readonly entries: number;
  /** The hash of the last of them. Stored elsewhere, it later shows whether the end was cut off. */
  readonly head: string;
  readonly firstBad: { readonly sequence: number; readonly flaw: Flaw } | null;
}

const BATCH = 1_000;

/**
 * Recomputes every hash, up to the head of the log when it starts.
 * @param known a head recorded earlier, which must still be in the log
 */
export async function verifyChain(db: Db, known?: string): Promise<Verdict> {
  const end = await readHead(db);
  let hash: Buffer = BEGINNING;
  let sequence = 0;
  const verdict = (flaw?: Flaw): Verdict => ({
    isIntact: flaw === undefined,
    entries: sequence,
    head: hash.toString('hex'),
    firstBad: flaw === undefined ? null : { sequence: sequence + 1, flaw },
  });
  for (;;) {
    const entries = await listChain(db, sequence, end.sequence, BATCH);
    for (const entry of entries) {
      if (entry.sequence !== sequence + 1) return verdict('missing');
      const expected = hashEntry(entry, hash);
      if (!entry.previousHash.equals(hash) || !entry.hash.equals(expected)) {
        return verdict('changed');
      }
      hash = expected;
      sequence += 1;
    }
    if (entries.length < BATCH) break;
  }
  if (sequence < end.sequence || !hash.equals(end.hash)) return verdict('cut_off');
  if (await hasEntryBehindHead(db)) return verdict('added');
  if (known !== undefined && !(await isThere(db, known))) return verdict('head_unknown');
  return verdict();
}

async function isThere(db: Db, known: string): Promise<boolean> {
  if (known === BEGINNING.toString('hex')) return true;
  return hasHash(db, Buffer.from(known, 'hex'));
}
