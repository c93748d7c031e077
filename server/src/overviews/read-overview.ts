import type { App } from '../app.ts';
import type { Caller } from '../api-keys/caller.ts';
import type { EnvironmentId } from '../ids.ts';
import { type Cents, cents } from '../money.ts';
import type { Db } from '../platform/db.ts';
import { daysOf, type DayRange, periodBefore } from './overview.ts';
import { listMismatches } from './list-mismatches.ts';
import { readHealth } from './read-health.ts';

interface Span {
  readonly from: Date;
  readonly to: Date;
}

/**
 * The totals of a period. Every sum is an index-only scan.
 * @param choose selects the period, given the day in Brasília on the environment's clock
 */
export async function readOverview(app: App, caller: Caller, choose: (today: string) => DayRange) {
  const { db } = app;
  const { id } = caller.environment;
  const period = choose(await readToday(db, id));
  const [span, before] = await readSpans(db, [period, periodBefore(period)]);
  if (!span || !before) throw new Error('a period has no span');
  const [days, createdCount, previousDays, previousCreated, pending, mismatches, health] =
    await Promise.all([
      readDays(db, id, span),
      countCreated(db, id, span),
      readDays(db, id, before),
      countCreated(db, id, before),
      readPending(db, id),
      listMismatches(db, id),
      readHealth(app, caller),
    ]);
  const byDay = new Map(days.map((day) => [day.day, day]));
  return {
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    ...sumUp(days),
    createdCount,
    ...pending,
    previous: { ...sumUp(previousDays), createdCount: previousCreated },
    days: daysOf(period).map((day) => ({
      day,
      receivedCents: byDay.get(day)?.receivedCents ?? 0,
      count: byDay.get(day)?.count ?? 0,
    })),
    mismatches,
    health,
  };
}

function sumUp(days: readonly Day[]) {
  const sumOf = (field: 'receivedCents' | 'feeCents' | 'count'): number =>
    days.reduce((total, day) => total + day[field], 0);
  return {
    receivedCents: sumOf('receivedCents'),
    feeCents: sumOf('feeCents'),
    paidCount: sumOf('count'),
  };
}

async function readToday(db: Db, id: EnvironmentId): Promise<string> {
  const [row] = await db<{ today: string }>`
    select to_char(environment_now(${id}) at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as today`;
  return row?.today ?? '';
}

/** From midnight to midnight in Brasília, including days on which its clock changed. */
async function readSpans(db: Db, periods: readonly DayRange[]): Promise<Span[]> {
  return db<Span>`
    select first::timestamp at time zone 'America/Sao_Paulo' as from,
      (last + 1)::timestamp at time zone 'America/Sao_Paulo' as to
    from unnest(${periods.map(({ first }) => first)}::date[],
      ${periods.map(({ last }) => last)}::date[]) with ordinality as p (first, last, place)
    order by place`;
}

interface Day {
  readonly day: string;
  readonly receivedCents: Cents;
  readonly feeCents: Cents;
  readonly count: number;
}

async function readDays(db: Db, id: EnvironmentId, { from, to }: Span): Promise<Day[]> {
  return db<Day>`
    select to_char(day, 'YYYY-MM-DD') as day, received_cents, fee_cents, count from (
      select (confirmed_at at time zone 'America/Sao_Paulo')::date as day,
        sum(net_cents)::bigint as received_cents, sum(fee_cents)::bigint as fee_cents, count(*)
      from deposits
      where environment_id = ${id} and status = 'CONFIRMED'
        and confirmed_at >= ${from} and confirmed_at < ${to}
      group by 1) d`;
}

async function countCreated(db: Db, id: EnvironmentId, { from, to }: Span): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) from deposits
    where environment_id = ${id} and created_at >= ${from} and created_at < ${to}`;
  return row?.count ?? 0;
}

async function readPending(
  db: Db,
  id: EnvironmentId,
): Promise<{ readonly pendingCount: number; readonly pendingCents: Cents }> {
  const [row] = await db<{ pendingCount: number; pendingCents: Cents }>`
    select count(*) as pending_count, coalesce(sum(net_cents), 0)::bigint as pending_cents
    from deposits where environment_id = ${id} and status = 'PENDING'`;
  return row ?? { pendingCount: 0, pendingCents: cents(0) };
}
