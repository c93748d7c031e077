import type { Sql, Tx } from '../platform/database.ts';
import type { ChainSubject, Fault, FaultyPath } from './fault.ts';

const FAULT = 'faults.fault';

/** Sets what the calls with this nonce meet; setting it again changes nothing. */
export async function setNonceFault(tx: Tx, partner: string, nonce: string, fault: Fault) {
  await tx`
    insert into sandbox.faults (partner, nonce, fault, remaining)
    values (${partner}, ${nonce}, ${tx.vault.seal(FAULT, JSON.stringify(fault))}, ${fault.times ?? null})
    on conflict (partner, nonce) do nothing`;
}

/**
 * Sets what the next call (or `times` calls) to this path meets, in place of what was set before.
 */
export async function setPathFault(
  tx: Tx,
  partner: string,
  path: FaultyPath | ChainSubject,
  fault: Fault,
) {
  const sealed = tx.vault.seal(FAULT, JSON.stringify(fault));
  const times = fault.times ?? 1;
  await tx`
    insert into sandbox.faults (partner, path, fault, remaining)
    values (${partner}, ${path}, ${sealed}, ${times})
    on conflict (partner, path) do update set fault = ${sealed}, remaining = ${times}`;
}

/** Uses up and returns the fault that this call is to meet; one of its nonce comes first. */
export async function takeFault(
  sql: Sql,
  partner: string,
  path: string,
  nonce: string | null,
): Promise<Fault | undefined> {
  const [taken] = await sql<{ fault: string }>`
    update sandbox.faults set remaining = remaining - 1
    where seq = (
      select seq from sandbox.faults
      where partner = ${partner} and (nonce = ${nonce} or path = ${path})
        and (remaining is null or remaining > 0)
      order by nonce nulls last limit 1
      for update)
    returning fault`;
  // It was a fault when it was sealed.
  return taken && (JSON.parse(sql.vault.open(FAULT, taken.fault)) as Fault);
}

/** Uses up what a call about the chain is to meet, whoever set it: those calls name nobody. */
export async function takeChainFault(sql: Sql, subject: ChainSubject): Promise<Fault | undefined> {
  const [taken] = await sql<{ fault: string }>`
    update sandbox.faults set remaining = remaining - 1
    where seq = (
      select seq from sandbox.faults where path = ${subject} and remaining > 0
      order by seq limit 1
      for update)
    returning fault`;
  // It was a fault when it was sealed.
  return taken && (JSON.parse(sql.vault.open(FAULT, taken.fault)) as Fault);
}
