import type { App } from '../app.ts';
import type { Mode } from '../accounts/environment.ts';
import type { Db } from '../platform/db.ts';
import { normalRef, normalStatus } from './ref.ts';

/** What the provider told us, kept before it is answered and applied when there is time. */
export type NoticeKind = 'deposit' | 'withdraw' | 'med';

const BODY = 'provider_inbox.body';

/** Files a notice. The same notice again wakes the filed one instead of making a second. */
export async function fileNotice(
  app: App,
  mode: Mode,
  kind: NoticeKind,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const text = JSON.stringify(body);
  await app.db`
    insert into provider_inbox (mode, kind, provider_ref, status, digest, body)
    values (${mode}, ${kind}, ${refIn(body)}, ${statusIn(body)}, ${app.vault.digest(BODY, text)},
      ${app.vault.seal(BODY, text)})
    on conflict (mode, kind, digest) do update
      set times = provider_inbox.times + 1, tries = 0, due_at = now(), outcome = null`;
}

function refIn(body: Readonly<Record<string, unknown>>): string | null {
  const id = body['qrId'] ?? body['id'];
  return typeof id === 'string' && /^[0-9a-fA-F-]{8,64}$/.test(id) ? normalRef(id) : null;
}

function statusIn({ status }: Readonly<Record<string, unknown>>): string | null {
  const word = typeof status === 'string' ? normalStatus(status) : '';
  return /^[a-z_0-9]{1,40}$/.test(word) ? word : null;
}

export interface Notice {
  readonly id: number;
  readonly mode: Mode;
  readonly kind: NoticeKind;
  readonly providerRef: string | null;
  readonly body: string;
  readonly tries: number;
}

/** Due notices, each put off by half a minute: a dead worker's come up again. */
export async function leaseNotices(
  app: App,
  kinds: readonly NoticeKind[],
  limit: number,
): Promise<Notice[]> {
  const rows = await app.db<Notice>`
    update provider_inbox set due_at = now() + interval '30 seconds', tries = tries + 1
    where id in (
      select id from provider_inbox where due_at <= now() and kind = any(${[...kinds]})
      order by due_at limit ${limit} for update skip locked)
    returning id, mode, kind, provider_ref, body, tries`;
  return rows.map((row) => ({ ...row, body: app.vault.open(BODY, row.body) }));
}

/** A notice that came again meanwhile is due again, and stays so. */
export async function markApplied(
  db: Db,
  notices: readonly Notice[],
  outcome: string,
): Promise<void> {
  await db`
    update provider_inbox i set due_at = null, outcome = ${outcome}
    from unnest(${notices.map(({ id }) => id)}::bigint[], ${notices.map(({ tries }) => tries)}::int[])
      as applied (id, tries)
    where i.id = applied.id and i.tries = applied.tries`;
}

/** Tries after which a notice of nobody's is parked: with doubling pauses, after six hours. */
const MAX_TRIES = 16;

/** Tries again after 1, 2, 4 … seconds, at most 2 hours. */
export async function putOff(db: Db, notices: readonly Notice[], outcome: string): Promise<void> {
  await db`
    update provider_inbox set outcome = ${outcome},
      -- Only what belongs to nobody is parked; however long the provider is away, its word waits.
      due_at = case when tries < ${MAX_TRIES} or ${outcome}::text <> 'unmatched'
        then now() + least(power(2, least(tries, 14) - 1), 7200) * interval '1 second' end
    where id = any(${notices.map(({ id }) => id)}::bigint[])`;
}
