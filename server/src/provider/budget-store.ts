import type { EnvironmentId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import { type Bucket, type CallBudget, isOfAnAccount, partOf, secondsUntilRoom } from './budget.ts';
import type { Connection } from './connection.ts';
import type { CallPurpose } from './port.ts';

/** Whose call it is, and at which connection. */
export interface Asker {
  readonly connection: Connection;
  readonly environmentId: EnvironmentId;
  readonly purpose: CallPurpose;
}

/** The call's name and its budget. */
export type NamedBudget = readonly [call: string, budget: CallBudget];

/** What was taken a minute ago counts half. */
const HALF_LIFE_SECONDS = 60;
/** By then nothing is left of it, and halving on would leave what the database can write. */
const FORGOTTEN_HALVES = 60;
/** The part that is left of a use; where the clock was set back, all of it. */
const leftAfter = (since: Fragment): Fragment => sql`power(0.5, least(${FORGOTTEN_HALVES},
  greatest(0, extract(epoch from ${since}) / ${HALF_LIFE_SECONDS}::float8)))`;
/** Whoever was told to come back keeps a place this much longer. */
const GRACE_SECONDS = 5;
/** So late may a call reach the provider, whose own count begins only then. */
const ON_ITS_WAY_SECONDS = 1;
/** What lies further ahead was written before the clock was set back, and is not waited for. */
const FURTHEST_AHEAD_SECONDS = 2 * ON_ITS_WAY_SECONDS;
/** Nobody holds a place for longer without asking again. */
const LONGEST_PLACE_SECONDS = 3_600;

/** What a purpose's own bucket is called; no call has a space in its name. */
const partName = (call: string, purpose: CallPurpose): string => `${call} ${purpose}`;

/**
 * Takes one call from each budget, or from none. Whoever is refused holds a place for as long.
 * @returns the seconds until there is room; 0: the calls were taken.
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
        return secondsUntilRoom({ ...alone(budget, level), ...queues.get(call) }, as);
      });
      return Math.max(0, ...waits);
    };
    const wholeSeconds = longest(budgets, purpose);
    // Nothing of its own part is left to other purposes: none takes from it.
    const partSeconds = longest(parts, 'request');
    const seconds = Math.max(wholeSeconds, partSeconds);
    if (seconds === 0) await take(tx, asker, namesOf(all));
    // Who must wait for its own part keeps nobody else from the rest.
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

function alone(budget: CallBudget, { tokens, pauseSeconds }: Level): Bucket {
  return { ...budget, tokens, pauseSeconds, waiting: 0, ahead: 0 };
}

/** Refills the buckets and holds their rows until the transaction ends, always in one order. */
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
      ${budgets.map(([, budget]) => budget.burst)}::float8[]) as asked (call, per_minute, burst)
    order by call
    on conflict (connection, call) do update set
      per_minute = excluded.per_minute, burst = excluded.burst,
      tokens = least(excluded.burst, b.tokens + excluded.per_minute / 60
        * greatest(0, extract(epoch from clock_timestamp() - b.refilled_at))),
      refilled_at = least(greatest(b.refilled_at, clock_timestamp()),
        clock_timestamp() + ${FURTHEST_AHEAD_SECONDS} * interval '1 second')
    returning call, tokens,
      greatest(0, extract(epoch from refilled_at - clock_timestamp()))::float8 as pause_seconds`;
  return new Map(rows.map((row) => [row.call, row]));
}

/** Whether a row is the place of somebody who waits. */
const WAITS = sql`waits_until > clock_timestamp()
  and waits_until <= clock_timestamp() + ${LONGEST_PLACE_SECONDS} * interval '1 second'`;

/** A statement of its own: it must see what was written before the rows were locked. */
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
      -- The provider counts a call when it arrives: a full bucket begins to refill that much later,
      -- or it would be ahead of the provider's own.
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
      clock_timestamp() + ${Math.min(Math.ceil(seconds) + GRACE_SECONDS, LONGEST_PLACE_SECONDS)} * interval '1 second'
    from unnest(${[...calls]}::text[]) as refused (call)
    on conflict (environment_id, connection, call) do update set
      waits_since = case when s.waits_until > excluded.waits_since
        then s.waits_since else excluded.waits_since end,
      waits_until = excluded.waits_until`;
}

/** Empties a bucket so far that the next call comes back after these seconds, for every node. */
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
 * How many calls are left of each budget of the live connection that was used before; what a
 * purpose has inside it is no budget of its own.
 */
export async function budgetsLeft(
  db: Db,
): Promise<{ connection: string; call: string; left: number }[]> {
  return db<{ connection: string; call: string; left: number }>`
    select connection, call, least(burst, tokens + per_minute / 60
      * greatest(0, extract(epoch from clock_timestamp() - refilled_at)))::float8 as left
    from provider_budgets
    where connection = 'live' and call not like '% %'
    order by call`;
}
