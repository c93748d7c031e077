import type { App } from '../app.ts';
import type { Sql, Tx } from '../platform/database.ts';
import { defaultSwitches, type Partner, type Switches } from './partner.ts';

export const WEBHOOK_SECRET = 'partners.webhookSecret';

/** What a payer is found by, here and in the charges. */
export function payerIndex(sql: Sql, euid: string): string {
  return sql.vault.digest('charges.payerIndex', euid);
}

interface PartnerRow {
  readonly name: string;
  readonly switches: Partial<Switches>;
  readonly receiptsUrl: string | null;
  readonly now: Date;
}

/** A call as faults are set for it: by path and nonce. */
interface NamedCall {
  readonly path: string;
  readonly nonce: string;
}

/** A partner exists from its first mention. */
export async function getPartner(app: App, sql: Sql, name: string): Promise<Partner> {
  return (await getCaller(app, sql, name)).partner;
}

/** The partner who makes a call, and whether there is a fault that the call may meet. */
export async function getCaller(
  app: App,
  sql: Sql,
  name: string,
  call?: NamedCall,
): Promise<{ partner: Partner; isFaulty: boolean }> {
  const row = (await selectPartner(sql, name, call)) ?? (await insertPartner(sql, name, call));
  if (!row) throw new Error('a partner vanished');
  const { isFaulty, ...partner } = row;
  return { partner: partnerOf(app, partner), isFaulty };
}

/** The partners that these rows belong to, by name. */
export async function getPartners(
  app: App,
  sql: Sql,
  rows: readonly { partner: string }[],
): Promise<Map<string, Partner>> {
  const names = [...new Set(rows.map(({ partner }) => partner))];
  const found = await sql<PartnerRow>`
    select name, switches, receipts_url,
      clock_timestamp() + clock_offset_ms * interval '1 ms' as now
    from sandbox.partners where name = any(${names})`;
  return new Map(found.map((row) => [row.name, partnerOf(app, row)]));
}

const partnerOf = (app: App, row: PartnerRow): Partner => ({
  ...row,
  switches: { ...defaultSwitches(app.config.generation), ...row.switches },
});

type CallerRow = PartnerRow & { readonly isFaulty: boolean };

async function selectPartner(
  sql: Sql,
  name: string,
  { path, nonce }: Partial<NamedCall> = {},
): Promise<CallerRow | undefined> {
  const [row] = await sql<CallerRow>`
    select name, switches, receipts_url,
      clock_timestamp() + clock_offset_ms * interval '1 ms' as now,
      exists (
        select from sandbox.faults
        where partner = name and (nonce = ${nonce} or path = ${path})
          and (remaining is null or remaining > 0)) as is_faulty
    from sandbox.partners where name = ${name}`;
  return row;
}

async function insertPartner(
  sql: Sql,
  name: string,
  call: NamedCall | undefined,
): Promise<CallerRow | undefined> {
  await sql`insert into sandbox.partners (name) values (${name}) on conflict do nothing`;
  return selectPartner(sql, name, call);
}

export interface Webhooks {
  readonly url: string;
  readonly secret: string;
  /** Where the partner's installation shows receipts to people. */
  readonly receiptsUrl?: string;
}

export async function setWebhooks(tx: Tx, name: string, webhooks: Webhooks): Promise<void> {
  const { url, secret, receiptsUrl = null } = webhooks;
  const sealed = tx.vault.seal(WEBHOOK_SECRET, secret);
  await tx`
    update sandbox.partners
    set webhook_url = ${url}, webhook_secret = ${sealed}, receipts_url = ${receiptsUrl}
    where name = ${name}`;
}

/** Sets the named switches and leaves the others as they are. */
export async function setSwitches(tx: Tx, name: string, change: Partial<Switches>): Promise<void> {
  await tx`
    update sandbox.partners set switches = switches || ${JSON.stringify(change)}::jsonb
    where name = ${name}`;
}

/** Sets the partner's clock. @returns by how many milliseconds it moved forward */
export async function setClock(tx: Tx, name: string, offsetMs: number): Promise<number> {
  const before = await lockClock(tx, name);
  await tx`update sandbox.partners set clock_offset_ms = ${offsetMs} where name = ${name}`;
  return offsetMs - before;
}

/** The same, unless it is further ahead already. */
export async function putClockForward(tx: Tx, name: string, atLeastMs: number): Promise<number> {
  return (await lockClock(tx, name)) < atLeastMs ? setClock(tx, name, atLeastMs) : 0;
}

/**
 * Locked, so that of two concurrent changes each counts from where the other left the clock; but it
 * locks no more than that: what is booked for the partner meanwhile must not wait, nor be waited
 * for.
 */
async function lockClock(tx: Tx, name: string): Promise<number> {
  const [clock] = await tx<{ clockOffsetMs: number }>`
    select clock_offset_ms from sandbox.partners where name = ${name} for no key update`;
  return clock?.clockOffsetMs ?? 0;
}

export async function setBlocked(tx: Tx, name: string, euid: string, blocked: boolean) {
  if (blocked) {
    await tx`
      insert into sandbox.blocked_payers values (${name}, ${payerIndex(tx, euid)})
      on conflict do nothing`;
  } else {
    await tx`
      delete from sandbox.blocked_payers where partner = ${name} and payer_index = ${payerIndex(tx, euid)}`;
  }
}

export async function isBlocked(sql: Sql, name: string, euid: string): Promise<boolean> {
  const rows = await sql<{ one: number }>`
    select 1 as one from sandbox.blocked_payers
    where partner = ${name} and payer_index = ${payerIndex(sql, euid)}`;
  return rows.length > 0;
}
