import type { Sql, Tx } from '../platform/database.ts';
import type { ChainSubject, Fault, FaultyPath } from './fault.ts';

const FAULT = 'faults.fault';

/** Sets the fault for calls with this nonce; setting it again changes nothing. */
export async function setNonceFault(tx: Tx, partner: string, nonce: string, fault: Fault) {
  await tx`
    insert into sandbox.faults (partner, nonce, fault, remaining)
    values (${partner}, ${nonce}, ${tx.vault.seal(FAULT, JSON.stringify(fault))}, ${fault.times ?? null})
    on conflict (partner, nonce) do nothing`;
}

/** Sets the fault for the next call (or `times` calls) to this path, replacing any earlier one. */
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

/** Consumes and returns the fault that this call is to meet; one set for its nonce comes first. */
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

/** Consumes the fault for a call about the chain, whoever set it: those calls name no partner. */
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
