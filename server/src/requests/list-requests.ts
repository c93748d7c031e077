import type { App } from '../app.ts';
import { DAY_MS } from '../durations.ts';
import { type EnvironmentId, type Id, parseId } from '../ids.ts';
import { type IndexRange, indexRangeOf, limitOf, newest } from '../platform/index-range.ts';
import {
  type Page,
  pageOf,
  type PageRequest,
  type Position,
  writeCursor,
} from '../platform/page.ts';
import { type Fragment, sql, when } from '../platform/sql.ts';
import {
  type ApiRequest,
  ID,
  IDEMPOTENCY_PLACE,
  REQUEST_DAYS,
  type RequestContent,
  type RequestOutcome,
} from './request.ts';
import { openContent } from './store.ts';

export interface RequestFilter {
  readonly outcome?: RequestOutcome | undefined;
  readonly method?: string | undefined;
  readonly keyId?: string | undefined;
  readonly route?: string | undefined;
  readonly q?: string | undefined;
}

export interface ListedRequest extends Omit<ApiRequest, 'environmentId'> {
  readonly keyName: string | null;
}

interface Row extends Omit<ListedRequest, keyof RequestContent> {
  readonly sealedContent: string | null;
}

/** The index that a list is read from, and the condition of its predicate. */
interface Lead {
  readonly columns: readonly (readonly [column: string, value: unknown])[];
  readonly condition: Fragment;
}

/**
 * How many rows of the leading index one page scans at most. However filters are combined, and
 * however rare the matches, a page costs no more; it may be short, and the next one continues after
 * it.
 */
const MAX_SCANNED = 5_000;

/** Newest first. */
export async function listRequests(
  app: App,
  environmentId: EnvironmentId,
  filter: RequestFilter,
  page: PageRequest,
): Promise<Page<ListedRequest>> {
  for (const lead of leadsOf(app, environmentId, filter)) {
    const found = await readPageOf(app, environmentId, lead, filter, page);
    if (found.data.length > 0 || found.nextCursor !== null) return found;
  }
  return { data: [], nextCursor: null };
}

async function readPageOf(
  app: App,
  environmentId: EnvironmentId,
  { columns, condition }: Lead,
  { outcome, method, keyId, route }: RequestFilter,
  { after, limit }: PageRequest,
): Promise<Page<ListedRequest>> {
  // Older rows may exist until their partition is dropped.
  const range = indexRangeOf(after, new Date(Date.now() - REQUEST_DAYS * DAY_MS));
  const scanned = sql`select created_at, id, outcome, method, key_id, route from api_requests
    ${newest(columns, range, MAX_SCANNED, condition)}`;
  const rows = await app.db<Row>`
    with scanned as (${scanned}), found as (
      select id from scanned where true ${when(outcome, sql`and outcome = ${outcome}`)}
        ${when(method, sql`and method = ${method}`)} ${when(keyId, sql`and key_id = ${keyId}`)}
        ${when(route, sql`and route = ${route}`)}
      order by created_at desc, id desc ${limitOf(limit + 1)}
    )
    ${SHOWN} from found
    join api_requests r on r.environment_id = ${environmentId} and r.id = found.id ${KEY}
    order by r.created_at desc, r.id desc`;
  const page = pageOf(rows, limit, (row) => shown(app, row));
  if (page.nextCursor !== null) return page;
  return { ...page, nextCursor: await cursorBehind(app, scanned, range, rows.at(-1)) };
}

/** The cursor after the scanned rows, if this page has scanned as many as it may. */
async function cursorBehind(
  app: App,
  scanned: Fragment,
  { since }: IndexRange,
  last: Row | undefined,
): Promise<string | null> {
  const [edge] = await app.db<Position & { scanned: number }>`
    select created_at as at, id, count(*) over () as scanned from (${scanned}) as scanned
    where created_at >= ${since} order by created_at, id limit 1`;
  if (edge?.scanned !== MAX_SCANNED) return null;
  // Requests that came meanwhile make this scan end before the page's own.
  return last && last.createdAt <= edge.at
    ? writeCursor(last.createdAt, last.id)
    : writeCursor(edge.at, edge.id);
}

export async function findRequest(
  app: App,
  environmentId: EnvironmentId,
  id: Id<'req'>,
): Promise<ListedRequest | undefined> {
  const [row] = await app.db<Row>`
    ${SHOWN} from api_requests r ${KEY} where r.environment_id = ${environmentId} and r.id = ${id}`;
  return row && shown(app, row);
}

const SHOWN = sql`
  select r.id, r.request_id, r.key_id, k.name as key_name, r.method, r.route, r.path,
    r.resource_id, r.status, r.error, r.duration_ms, r.content as sealed_content, r.created_at`;
const KEY = sql`left join api_keys k on k.environment_id = r.environment_id and k.id = r.key_id`;

function shown(app: App, { sealedContent, ...row }: Row): ListedRequest {
  return { ...row, ...openContent(app.vault, sealedContent) };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The indexes that may contain it, most likely first. */
function leadsOf(
  app: App,
  environmentId: EnvironmentId,
  { q, outcome, keyId, route }: RequestFilter,
): Lead[] {
  const lead = (column?: string, value?: unknown, condition = sql``): Lead => ({
    columns: [
      ['environment_id', environmentId],
      ...(column === undefined ? [] : [[column, value] as const]),
    ],
    condition,
  });
  if (q === undefined) {
    if (outcome !== undefined && outcome !== 'ok') {
      return [lead('outcome', outcome, sql`and outcome <> 'ok'`)];
    }
    if (keyId !== undefined) return [lead('key_id', keyId)];
    return [route === undefined ? lead() : lead('route', route)];
  }
  if (parseId('req', q)) return [lead('id', q)];
  const named = app.vault
    .digests(IDEMPOTENCY_PLACE, q)
    .map((digest) => lead('idempotency_digest', digest, sql`and idempotency_digest is not null`));
  if (UUID.test(q)) return [lead('request_id', q), ...named];
  return ID.test(q) ? [lead('resource_id', q, sql`and resource_id is not null`), ...named] : named;
}
