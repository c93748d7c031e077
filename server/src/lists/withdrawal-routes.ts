import { Type } from 'typebox';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { pageOf, readPage } from '../platform/page.ts';
import { IdParams, ListOf, PageQuery } from '../platform/schema.ts';
import { qrFile } from '../pix/qr-file.ts';
import { withdrawalUri } from '../withdrawals/view.ts';
import { findWithdrawal } from '../withdrawals/store.ts';
import { readWithdrawalFilter, WithdrawalQuery } from './filters.ts';
import { listWithdrawals, withdrawalItem } from './list-withdrawals.ts';
import { readWithdrawal } from './read-withdrawal.ts';
import { WithdrawalDetailView, WithdrawalRowView } from './withdrawal-views.ts';

const TAGS = ['Dashboard'];
const READS = { scope: 'read:transactions' } as const;

const Svg = Type.Unsafe<string>({
  type: 'string',
  contentMediaType: 'image/svg+xml',
  maxLength: 65_536,
  description: 'A drawing.',
});

export function registerWithdrawalLists(http: Http, app: App): void {
  http.get(
    '/withdrawals',
    {
      config: READS,
      schema: {
        operationId: 'listWithdrawals',
        summary: 'List withdrawals',
        description: 'Newest first. Filters add up: all must hold.',
        tags: TAGS,
        querystring: Type.Object({ ...WithdrawalQuery, ...PageQuery }),
        response: { 200: ListOf(WithdrawalRowView) },
      },
    },
    async ({ query, caller }) => {
      const { limit, after } = readPage(query, 'wdr');
      const filter = readWithdrawalFilter(query);
      const { id } = caller.environment;
      const rows = await listWithdrawals(app, id, filter, after, limit + 1);
      return pageOf(rows, limit, withdrawalItem);
    },
  );

  http.get(
    '/withdrawals/:id',
    {
      config: READS,
      schema: {
        operationId: 'getWithdrawalDetail',
        summary: 'Show a withdrawal',
        description: 'All that is known of a withdrawal, with what happened to it.',
        tags: TAGS,
        params: IdParams('wdr', 'The withdrawal.'),
        response: { 200: WithdrawalDetailView },
      },
    },
    async ({ params, caller }) => {
      const id = getId('wdr', params.id);
      const detail = await readWithdrawal(app, caller.environment, id);
      if (!detail) throw new ApiError('not_found');
      return detail;
    },
  );

  registerQr(http, app);
}

function registerQr(http: Http, app: App): void {
  http.get(
    '/withdrawals/:id/qr.svg',
    {
      config: READS,
      schema: {
        operationId: 'getWithdrawalQr',
        summary: 'Show where to send the DePix',
        description: 'The address, the amount and the asset as a QR code, for a wallet to scan.',
        tags: TAGS,
        params: IdParams('wdr', 'The withdrawal.'),
        produces: ['image/svg+xml'],
        response: { 200: Svg },
      },
    },
    async ({ params, caller }, reply) => {
      const { environment } = caller;
      const id = getId('wdr', params.id);
      const withdrawal = await findWithdrawal(app, environment.id, id);
      if (!withdrawal) throw new ApiError('not_found');
      return reply
        .type('image/svg+xml')
        .send(await qrFile(withdrawalUri(withdrawal, environment.mode, app.config)));
    },
  );
}
