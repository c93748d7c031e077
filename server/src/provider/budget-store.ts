import type { EnvironmentId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import { type Bucket, type CallBudget, isOfAnAccount, partOf, secondsUntilRoom } from './budget.ts';
import type { Connection } from './connection.ts';
import type { CallPurpose } from './port.ts';

/** Who makes a call, through which connection and for what purpose. */
export interface Asker {
  readonly connection: Connection;
  readonly environmentId: EnvironmentId;
  readonly purpose: CallPurpose;
}

/** A call's name and its budget. */
export type NamedBudget = readonly [call: string, budget: CallBudget];

/** The half-life of recorded use. */
const HALF_LIFE_SECONDS = 60;
/** By then nothing is left of a use; halving further would underflow in the database. */
const EXPIRED_HALVES = 60;
/** The fraction of a use that still counts; all of it if the clock was set back. */
const leftAfter = (since: Fragment): Fragment => sql`power(0.5, least(${EXPIRED_HALVES},
  greatest(0, extract(epoch from ${since}) / ${HALF_LIFE_SECONDS}::float8)))`;
/** Whoever was told to come back keeps their place in the queue for this much longer. */
const GRACE_SECONDS = 5;
/** How long a call may take to reach the provider, whose own count begins only then. */
const ON_ITS_WAY_SECONDS = 1;
/** Times further ahead were written before the clock was set back, and are ignored. */
const MAX_AHEAD_SECONDS = 2 * ON_ITS_WAY_SECONDS;
/** The longest anybody holds a place without asking again. */
const MAX_PLACE_SECONDS = 3_600;

/** The name of a purpose's own bucket; call names contain no spaces. */
const partName = (call: string, purpose: CallPurpose): string => `${call} ${purpose}`;

/**
 * Takes one call from each budget, or from none. If refused, the asker holds a place for that long.
 * @returns the seconds until there is room; 0 if the calls were taken
 */
export async function takeCalls(
  db: Db,
  asker: Asker,
  budgets: readonly NamedBudget[],
): Promise<number> {
  const { connection, purpose } = asker;
  const parts = budgets.flatMap(([call, budget]): NamedBudget[] => {
    const part = partOf(budget, purpose);
    return part ? [[partName(call, purpose), part]] : [];
  });
  const all = [...budgets, ...parts];
  return db.begin(async (tx) => {
    const levels = await lockBudgets(tx, connection, all);
    const queues = await readQueues(tx, asker, all);
    const longest = (some: readonly NamedBudget[], as: CallPurpose): number => {
      const waits = some.map(([call, budget]) => {
        const level = levels.get(call);
        if (!level) throw new Error('a locked budget has no row');
        return secondsUntilRoom({ ...bucketOf(budget, level), ...queues.get(call) }, as);
      });
      return Math.max(0, ...waits);
    };
    const wholeSeconds = longest(budgets, purpose);
    // No other purpose takes from this part, so nothing of it has to be left over.
    const partSeconds = longest(parts, 'request');
    const seconds = Math.max(wholeSeconds, partSeconds);
    if (seconds === 0) await take(tx, asker, namesOf(all));
    // Waiting only for its own part must not hold back others from the rest.
    else await holdPlace(tx, asker, namesOf(wholeSeconds < seconds ? parts : all), seconds);
    return seconds;
  });
}

function namesOf(budgets: readonly NamedBudget[]): string[] {
  return budgets.map(([call]) => call);
}

interface Level {
  readonly tokens: number;
  readonly pauseSeconds: number;
}

function bucketOf(budget: CallBudget, { tokens, pauseSeconds }: Level): Bucket {
  return { ...budget, tokens, pauseSeconds, waiting: 0, ahead: 0 };
}

/** Refills the buckets and locks their rows, always in the same order. */
async function lockBudgets(
  tx: Tx,
  connection: Connection,
  budgets: readonly NamedBudget[],
): Promise<Map<string, Level>> {
  const rows = await tx<Level & { call: string }>`
    insert into provider_budgets as b (connection, call, per_minute, burst, tokens, refilled_at)
    select ${connection}, call, per_minute, burst, burst, clock_timestamp()
    from unnest(${budgets.map(([call]) => call)}::text[],
      ${budgets.map(([, budget]) => budget.perMinute)}::float8[],
      ${budgets.map(([, budget]) => budget.burst)}::float8[]) as requested (call, per_minute, burst)
    order by call
    on conflict (connection, call) do update set
      per_minute = excluded.per_minute, burst = excluded.burst,
      tokens = least(excluded.burst, b.tokens + excluded.per_minute / 60
        * greatest(0, extract(epoch from clock_timestamp() - b.refilled_at))),
      refilled_at = least(greatest(b.refilled_at, clock_timestamp()),
        clock_timestamp() + ${MAX_AHEAD_SECONDS} * interval '1 second')
    returning call, tokens,
      greatest(0, extract(epoch from refilled_at - clock_timestamp()))::float8 as pause_seconds`;
  return new Map(rows.map((row) => [row.call, row]));
}

/** Whether a row is the place of an account that is waiting. */
const WAITS = sql`waits_until > clock_timestamp()
  and waits_until <= clock_timestamp() + ${MAX_PLACE_SECONDS} * interval '1 second'`;

/** A separate statement, since it must see what was written before the rows were locked. */
async function readQueues(
  tx: Tx,
  { connection, environmentId }: Asker,
  budgets: readonly NamedBudget[],
): Promise<Map<string, Pick<Bucket, 'waiting' | 'ahead'>>> {
  const rows = await tx<{ call: string; waiting: number; ahead: number }>`
    with shares as (
      select environment_id, call, waits_since, ${WAITS} as waits,
        used * ${leftAfter(sql`clock_timestamp() - used_at`)} as lately
      from provider_shares
      where connection = ${connection} and call = any(${budgets.map(([call]) => call)})
        and ((${WAITS}) or environment_id = ${environmentId})
    )
    select other.call, count(*) as waiting,
      count(*) filter (where other.lately < coalesce(mine.lately, 0)
        or (other.lately = coalesce(mine.lately, 0)
          and other.waits_since < coalesce(mine.waits_since, clock_timestamp()))) as ahead
    from shares other
    left join shares mine on mine.call = other.call and mine.environment_id = ${environmentId}
    where other.waits and other.environment_id <> ${environmentId}
    group by other.call`;
  return new Map(rows.map(({ call, ...queue }) => [call, queue]));
}

async function take(tx: Tx, asker: Asker, calls: readonly string[]): Promise<void> {
  const { connection, environmentId } = asker;
  await tx`
    update provider_budgets set tokens = tokens - 1,
      -- The provider counts a call on arrival, so a full bucket starts refilling that much later;
      -- otherwise ours would be ahead of the provider.
      refilled_at = case when tokens > burst - 1
        then refilled_at + ${ON_ITS_WAY_SECONDS} * interval '1 second' else refilled_at end
    where connection = ${connection} and call = any(${[...calls]})`;
  if (!isOfAnAccount(asker.purpose)) return;
  await tx`
    insert into provider_shares as s (environment_id, connection, call, used, used_at)
    select ${environmentId}, ${connection}, call, 1, clock_timestamp()
    from unnest(${[...calls]}::text[]) as taken (call)
    on conflict (environment_id, connection, call) do update set
      used = 1 + s.used * ${leftAfter(sql`excluded.used_at - s.used_at`)},
      used_at = excluded.used_at, waits_since = null, waits_until = null`;
}

async function holdPlace(
  tx: Tx,
  { connection, environmentId, purpose }: Asker,
  calls: readonly string[],
  seconds: number,
): Promise<void> {
  if (!isOfAnAccount(purpose)) return;
  await tx`
    insert into provider_shares as s (environment_id, connection, call, used, used_at, waits_since,
      waits_until)
    select ${environmentId}, ${connection}, call, 0, clock_timestamp(), clock_timestamp(),
      clock_timestamp() + ${Math.min(Math.ceil(seconds) + GRACE_SECONDS, MAX_PLACE_SECONDS)} * interval '1 second'
    from unnest(${[...calls]}::text[]) as refused (call)
    on conflict (environment_id, connection, call) do update set
      waits_since = case when s.waits_until > excluded.waits_since
        then s.waits_since else excluded.waits_since end,
      waits_until = excluded.waits_until`;
}

/** Drains a bucket, for every node, so that the next call has room only after `seconds`. */
export async function closeBudget(
  db: Db,
  connection: Connection,
  call: string,
  seconds: number,
): Promise<void> {
  await db`
    update provider_budgets b set refilled_at = greatest(refilled_at, clock_timestamp()),
      tokens = least(1 - ${seconds}::float8 * per_minute / 60, tokens + per_minute / 60
        * greatest(0, extract(epoch from clock_timestamp() - refilled_at)))
    where connection = ${connection} and call = ${call}`;
}

/**
 * How many calls are left in each budget of the live connection that has been used. The part of a
 * budget that is reserved for a purpose is not listed separately.
 */
export async function liveBudgetsLeft(db: Db): Promise<{ call: string; left: number }[]> {
  return db<{ call: string; left: number }>`
    select call, least(burst, tokens + per_minute / 60
      * greatest(0, extract(epoch from clock_timestamp() - refilled_at)))::float8 as left
    from provider_budgets
    where connection = 'live' and call not like '% %'
    order by call`;
}
