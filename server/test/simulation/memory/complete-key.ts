/** What `idempotency/complete-key.ts` does in the statement that also inserts what was created. */
import type { App } from '../../../src/app.ts';
import { RESPONSE } from '../../../src/idempotency/claim.ts';
import type { Ending } from '../../../src/idempotency/complete-key.ts';
import { batched } from '../../../src/platform/batch.ts';
import { connectionOf } from '../../../src/provider/connection.ts';
import { heldKey } from './claim.ts';
import { statement } from './connection.ts';
import type { Statement } from './database.ts';
import { keys, orphans } from './tables.ts';

interface Asked {
  readonly ending: Ending;
  readonly response: string;
  readonly write: (s: Statement) => void;
}

/** @param write inserts what was created, in the same statement */
export function complete(
  app: App,
  ending: Ending,
  write: (s: Statement) => void,
): Promise<boolean> {
  return completeAll(app.db, {
    ending,
    response: app.vault.seal(RESPONSE, ending.answer.body),
    write,
  });
}

const completeAll = batched<Asked, boolean>((db, asked) =>
  statement(db, 'completeKey', (s) => {
    const inOrder = asked.toSorted((one, other) =>
      one.ending.claim.key < other.ending.claim.key ? -1 : 1,
    );
    const kept = new Set(inOrder.filter((item) => end(s, item)));
    return asked.map((item) => kept.has(item));
  }),
);

function end(s: Statement, { ending, response, write }: Asked): boolean {
  const { claim, answer, providerRef } = ending;
  const row = heldKey(s, claim);
  if (!row) return false;
  const ended = { state: 'done', leaseUntil: null, intent: null, progress: null } as const;
  const told = { responseStatus: answer.status, response, updatedAt: s.now };
  s.update(keys, row, { ...ended, ...told, providerRef: null });
  s.remove(orphans, `${connectionOf(claim)} ${providerRef}`);
  write(s);
  return true;
}
