import type { Sql, Tx } from '../platform/database.ts';

export type StepKind = 'charge' | 'withdrawal';

/** A status that a charge or withdrawal will move to once its time has come. */
export interface PlannedStep<Status extends string = string> {
  readonly status: Status;
  readonly afterMs: number;
  /**
   * Whether the wait is on the partner's clock, and so gets shorter when that clock moves forward.
   */
  readonly followsClock?: boolean;
}

interface Subject {
  readonly id: string;
  readonly partner: string;
}

export async function planSteps(
  tx: Tx,
  kind: StepKind,
  subject: Subject,
  steps: readonly PlannedStep[],
): Promise<void> {
  if (steps.length === 0) return;
  await tx`
    insert into sandbox.steps (partner, kind, subject, status, due_at, follows_clock)
    select ${subject.partner}, ${kind}, ${subject.id}, status,
      clock_timestamp() + "afterMs" * interval '1 ms', coalesce("followsClock", false)
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
      as step(status text, "afterMs" bigint, "followsClock" boolean)`;
}

export async function deleteSteps(tx: Tx, subject: string): Promise<void> {
  await tx`delete from sandbox.steps where subject = ${subject}`;
}

/** Removes and returns what is due for these subjects, whose rows the caller has locked. */
export async function takeDueSteps(tx: Tx, subjects: readonly string[]) {
  const steps = await tx<{ seq: number; subject: string; status: string }>`
    delete from sandbox.steps
    where subject = any(${subjects}) and due_at <= clock_timestamp()
    returning seq, subject, status`;
  return steps.sort((one, other) => one.seq - other.seq);
}

const IDLE_MS = 1_000;

/** Milliseconds until the next step is due, at most a second. */
export async function untilNextStep(sql: Sql, kind: StepKind): Promise<number> {
  const [next] = await sql<{ waitMs: number | null }>`
    select ceil(extract(epoch from min(due_at) - clock_timestamp()) * 1000)::float8 as wait_ms
    from sandbox.steps where kind = ${kind}`;
  return Math.max(0, Math.min(next?.waitMs ?? IDLE_MS, IDLE_MS));
}

export async function shiftClockSteps(tx: Tx, partner: string, forwardMs: number): Promise<void> {
  await tx`
    update sandbox.steps set due_at = due_at - ${forwardMs}::bigint * interval '1 ms'
    where partner = ${partner} and follows_clock`;
}
