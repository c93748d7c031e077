import assert from 'node:assert/strict';
import type { App } from '../src/app.ts';
import { until } from './receiver.ts';

/** What no merchant sees: read from the database, as an operator would. */

export async function alertsAbout(app: App, subject: string): Promise<string[]> {
  const rows = await app.db<{ kind: string }>`
    select kind from operator_alerts where subject = ${subject} order by kind`;
  return rows.map(({ kind }) => kind);
}

/** The kinds of a resource's events, in order. */
export async function eventsOf({ db }: Pick<App, 'db'>, id: string): Promise<string[]> {
  const rows = await db<{ kind: string }>`
    select kind from events where resource_id = ${id} order by position`;
  return rows.map(({ kind }) => kind);
}

/** The provider's last status for a deposit or withdrawal. */
export async function providerStatus(app: App, id: string): Promise<string | null | undefined> {
  const [row] = await app.db<{ providerStatus: string | null }>`
    select provider_status from deposits where id = ${id}
    union all select provider_status from withdrawals where id = ${id}`;
  return row?.providerStatus;
}

/** The provider's id for a deposit or withdrawal. */
export async function providerRef(app: App, id: string): Promise<string> {
  const [row] = await app.db<{ ref: string }>`
    select provider_ref as ref from deposits where id = ${id}
    union all select provider_ref from withdrawals where id = ${id}`;
  return row?.ref ?? assert.fail(`there is no ${id}`);
}

/** Sets how far an environment's business time is from the database's. */
export async function moveClock(app: App, environmentId: string, offsetMs: number): Promise<void> {
  await app.db`update environments set clock_offset_ms = ${offsetMs} where id = ${environmentId}`;
}

/** Makes the next look at the provider due now, and waits until it was taken. */
export async function lookAgain(app: App, id: string): Promise<void> {
  const before = await countLooks(app, id);
  await app.db`update deposits set look_at = now() where id = ${id}`;
  await app.db`update withdrawals set look_at = now() where id = ${id}`;
  await until(async () => (await countLooks(app, id)) > before);
}

async function countLooks(app: App, id: string): Promise<number> {
  const [row] = await app.db<{ looks: number }>`
    select looks from deposits where id = ${id}
    union all select looks from withdrawals where id = ${id}`;
  return row?.looks ?? 0;
}
