import type { Sql, Tx } from '../platform/database.ts';
import type { StepKind } from '../steps/store.ts';
import type { Move } from './move.ts';

const MOVE = 'moves.move';

/** Plans what follows on the call with this nonce; planning it again changes nothing. */
export async function planMoves(
  tx: Tx,
  partner: string,
  nonce: string,
  moves: readonly Move[],
): Promise<void> {
  const rows = moves.map((move) => ({
    afterMs: move.afterMs,
    move: tx.vault.seal(MOVE, JSON.stringify(move)),
  }));
  await tx`
    insert into sandbox.moves (partner, nonce, move, after_ms)
    select ${partner}, ${nonce}, move, "afterMs"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as planned(move text, "afterMs" bigint)
    where not exists (
      select from sandbox.moves where partner = ${partner} and nonce = ${nonce})`;
}

export interface DueMove {
  readonly seq: number;
  readonly partner: string;
  readonly kind: StepKind;
  readonly subject: string;
  readonly tries: number;
  readonly move: Move;
}

/** The next move that is due; those of one subject are played in order. */
export async function lockDueMove(tx: Tx): Promise<DueMove | undefined> {
  const [due] = await tx<Omit<DueMove, 'move'> & { move: string }>`
    select seq, partner, kind, subject, tries, move from sandbox.moves next
    where subject is not null and due_at <= clock_timestamp()
      and not exists (
        select from sandbox.moves earlier
        where earlier.subject = next.subject and earlier.seq < next.seq)
    order by due_at, seq limit 1
    for update skip locked`;
  // It was a move when it was sealed.
  return due && { ...due, move: JSON.parse(tx.vault.open(MOVE, due.move)) as Move };
}

export async function deleteMove(tx: Tx, seq: number): Promise<void> {
  await tx`delete from sandbox.moves where seq = ${seq}`;
}

export async function postponeMove(tx: Tx, seq: number, waitMs: number): Promise<void> {
  await tx`
    update sandbox.moves set tries = tries + 1,
      due_at = clock_timestamp() + ${waitMs}::bigint * interval '1 ms'
    where seq = ${seq}`;
}

/** Milliseconds until a move that waits for no other is due, at most `limitMs`. */
export async function untilNextMove(sql: Sql, limitMs: number): Promise<number> {
  const [next] = await sql<{ waitMs: number }>`
    select ceil(extract(epoch from due_at - clock_timestamp()) * 1000)::float8 as wait_ms
    from sandbox.moves next
    where subject is not null
      and not exists (
        select from sandbox.moves earlier
        where earlier.subject = next.subject and earlier.seq < next.seq)
    order by due_at limit 1`;
  return Math.max(0, Math.min(next?.waitMs ?? limitMs, limitMs));
}

export async function shiftMoves(tx: Tx, partner: string, forwardMs: number): Promise<void> {
  await tx`
    update sandbox.moves set due_at = due_at - ${forwardMs}::bigint * interval '1 ms'
    where partner = ${partner} and subject is not null`;
}
