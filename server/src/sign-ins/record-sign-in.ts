import { personActor } from '../audits/audit.ts';
import { recordAct } from '../audits/record-act.ts';
import type { UserId } from '../ids.ts';
import type { Tx } from '../platform/db.ts';

/** Call it last in its transaction, since acts are serialized. */
export async function recordSignIn(
  tx: Tx,
  person: { readonly id: UserId; readonly email: string },
  action: 'signIn' | 'signInWithCode' | 'signInWithPasskey',
  address: string,
): Promise<void> {
  await recordAct(tx, {
    actor: personActor({ userId: person.id, email: person.email }),
    action,
    subject: person.id,
    address,
  });
}
