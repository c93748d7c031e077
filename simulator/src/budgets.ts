import { ProviderRefusal } from './errors.ts';
import type { Partner } from './partners/partner.ts';
import type { Sql } from './platform/database.ts';

/** The provider's published call budgets: how many a minute, and how many at once. */
const BUDGETS: Record<string, { perMinute: number; burst: number }> = {
  ping: { perMinute: 1, burst: 1 },
  deposit: { perMinute: 15, burst: 50 },
  deposits: { perMinute: 12, burst: 10 },
  'deposit-status': { perMinute: 60, burst: 50 },
  withdraw: { perMinute: 10, burst: 50 },
  'withdraw-status': { perMinute: 60, burst: 50 },
};

/**
 * Takes one token from the partner's bucket for this path, or refuses as the provider does. The
 * bucket fills by the database's clock, wherever the partner's own stands.
 */
export async function spendBudget(sql: Sql, partner: Partner, path: string): Promise<void> {
  const budget = BUDGETS[path];
  if (!budget) return;
  const { perMinute, burst } = budget;
  const spent = await sql<{ tokens: number }>`
    insert into sandbox.budgets as b (partner, path, tokens, refilled_at)
    values (${partner.name}, ${path}, ${burst}::float8 - 1, clock_timestamp())
    on conflict (partner, path) do update set
      tokens = least(${burst}::float8, b.tokens + ${perMinute}::float8 / 60 * greatest(0,
        extract(epoch from excluded.refilled_at - b.refilled_at))) - 1,
      refilled_at = excluded.refilled_at
    where least(${burst}::float8, b.tokens + ${perMinute}::float8 / 60 * greatest(0,
      extract(epoch from excluded.refilled_at - b.refilled_at))) >= 1
    returning tokens`;
  if (spent.length > 0) return;
  throw throttled(partner, await waitSeconds(sql, partner, path, perMinute));
}

async function waitSeconds(sql: Sql, partner: Partner, path: string, perMinute: number) {
  const [bucket] = await sql<{ seconds: number }>`
    select ceil((1 - tokens) * 60 / ${perMinute}::float8
      - extract(epoch from clock_timestamp() - refilled_at))::int as seconds
    from sandbox.budgets where partner = ${partner.name} and path = ${path}`;
  return Math.max(1, bucket?.seconds ?? 1);
}

function throttled(partner: Partner, seconds: number): ProviderRefusal {
  const message = `Too many requests. Please wait ${seconds} more seconds before retrying`;
  return partner.switches.throttleWith429
    ? new ProviderRefusal(429, message, { 'retry-after': String(seconds) })
    : new ProviderRefusal(520, message);
}
