import type { App } from '../app.ts';
import { parseId } from '../ids.ts';
import type { Http } from '../platform/http.ts';
import type { Db } from '../platform/db.ts';
import { pageOf, readPage } from '../platform/page.ts';
import { actorFilterOf, filterOf } from './find-entries.ts';
import {
  AccountAuditEntryList,
  AccountAuditQuery,
  accountEntryOf,
  AuditEntryList,
  AuditQuery,
  AuditVerdict,
  entryOf,
  VerifyOrder,
} from './route-schemas.ts';
import { type EntryFilter, listEntries } from './store.ts';
import { verifyChain } from './verify-chain.ts';

const TAGS = ['Audit'];

/** The audit log of the account in the path. */
export function registerAccountAuditRoutes(http: Http, app: App): void {
  http.get(
    '/accounts/:accountId/audit',
    {
      config: { action: 'audit:read' },
      schema: {
        operationId: 'listAccountAudit',
        summary: 'List what was done in an account',
        description:
          'Acts of members, keys and the operator. Who the operator is, and why, is not told.',
        tags: TAGS,
        querystring: AccountAuditQuery,
        response: { 200: AccountAuditEntryList },
      },
    },
    async (request) => {
      const { limit, after } = readPage(request.query, 'aud');
      const { accountId } = request.caller.environment;
      const filter = [
        ['account_id', accountId],
        ...(await shownFilterOf(app.db, request.query.actor)),
      ] as const;
      const rows = await listEntries(app.db, filter, after, limit);
      return pageOf(rows, limit, accountEntryOf);
    },
  );
}

/** Operators are not shown, so they cannot be searched for either. */
async function shownFilterOf(db: Db, actor: string | undefined): Promise<EntryFilter> {
  // Ids and e-mail addresses are lower-case; phones capitalize the first letter of an input.
  const filter = await actorFilterOf(db, actor?.toLowerCase());
  const [column, value = ''] = filter[0] ?? [];
  if (column === undefined || column === 'actor_kind') return filter;
  return [...filter, ['actor_kind', parseId('key', value) ? 'key' : 'person']];
}

export function registerOperatorAuditRoutes(http: Http, app: App): void {
  http.get(
    '/operator/audit',
    {
      config: { operator: true },
      schema: {
        operationId: 'listAudit',
        summary: 'List what was done',
        description: 'Acts of everybody, in all accounts and in none.',
        tags: TAGS,
        querystring: AuditQuery,
        response: { 200: AuditEntryList },
      },
    },
    async (request) => {
      const { limit, after } = readPage(request.query, 'aud');
      const { q, actor } = request.query;
      const filter = [...(await filterOf(app.db, q)), ...(await actorFilterOf(app.db, actor))];
      return pageOf(await listEntries(app.db, filter, after, limit), limit, entryOf);
    },
  );

  http.post(
    '/operator/audit/verify',
    {
      config: { operator: true, optionalBody: true },
      schema: {
        operationId: 'verifyAudit',
        summary: 'Verify the audit log',
        description: 'Computes every hash of the chain anew, and says where it first breaks.',
        tags: TAGS,
        body: VerifyOrder,
        response: { 200: AuditVerdict },
      },
    },
    async (request) => verifyChain(app.db, request.body.head),
  );
}
