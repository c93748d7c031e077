import { Type } from 'typebox';
import type { App } from '../app.ts';
import { priceOrder } from '../deposits/create-deposit.ts';
import { lookNow } from '../deposits/store.ts';
import { DepositView } from '../deposits/view.ts';
import { ApiError } from '../errors.ts';
import { cents, MAX_AMOUNT, MIN_AMOUNT } from '../money.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { pageOf, readPage } from '../platform/page.ts';
import { IdParams, ListOf, OneOf, PageQuery } from '../platform/schema.ts';
import { DepositDetailView, DepositRowView } from './deposit-views.ts';
import { DepositQuery, readDepositFilter } from './filters.ts';
import { depositItem, listDeposits } from './list-deposits.ts';
import { readDeposit } from './read-deposit.ts';

const TAGS = ['Dashboard'];
const READS = { scope: 'read:transactions' } as const;

export function registerDepositLists(http: Http, app: App): void {
  http.get(
    '/deposits',
    {
      config: READS,
      schema: {
        operationId: 'listDeposits',
        summary: 'List deposits',
        description: 'Newest first. Filters add up: all must hold.',
        tags: TAGS,
        querystring: Type.Object({ ...DepositQuery, ...PageQuery }),
        response: { 200: ListOf(DepositRowView) },
      },
    },
    async ({ query, caller }) => {
      const { limit, after } = readPage(query, 'dep');
      const filter = readDepositFilter(query);
      const { id } = caller.environment;
      const rows = await listDeposits(app, id, filter, after, limit + 1);
      return pageOf(rows, limit, depositItem);
    },
  );

  http.get(
    '/deposits/:id',
    {
      config: READS,
      schema: {
        operationId: 'getDepositDetail',
        summary: 'Show a deposit',
        description: 'All that is known of a deposit, with what happened to it.',
        tags: TAGS,
        params: IdParams('dep', 'The deposit.'),
        response: { 200: DepositDetailView },
      },
    },
    async ({ params, caller }) => {
      const id = getId('dep', params.id);
      const detail = await readDeposit(app, caller.environment.id, id);
      if (!detail) throw new ApiError('not_found');
      return detail;
    },
  );

  registerLook(http, app);
  registerPrice(http, app);
}

function registerLook(http: Http, app: App): void {
  http.post(
    '/deposits/:id/look',
    {
      config: { scope: 'deposit:create', optionalBody: true },
      schema: {
        operationId: 'lookAtDeposit',
        summary: 'Ask the provider about a deposit',
        description: 'Has the provider asked soon, within its budgets, how the charge stands.',
        tags: TAGS,
        params: IdParams('dep', 'The deposit.'),
        response: {
          202: Type.Object(
            { accepted: Type.Boolean({ description: 'Always true.', examples: [true] }) },
            { title: 'LookAccepted' },
          ),
        },
      },
    },
    async ({ params, caller }, reply) => {
      const id = getId('dep', params.id);
      const found = await lookNow(app.db, caller.environment.id, id);
      if (!found) throw new ApiError('not_found');
      return reply.code(202).send({ accepted: true });
    },
  );
}

const { amountCents, feeCents, totalCents, netCents } = DepositView.properties;
const Price = Type.Object(
  { amountCents, feeCents, totalCents, netCents },
  { title: 'DepositPrice' },
);

function registerPrice(http: Http, app: App): void {
  http.get(
    '/price',
    {
      config: { ...READS, errors: ['invalid_amount'] },
      schema: {
        operationId: 'priceDeposit',
        summary: 'Price a deposit',
        description: 'What a deposit of this amount would cost and bring, as creating it says.',
        tags: TAGS,
        querystring: Type.Object({
          amountCents: Type.String({
            pattern: '^[0-9]{1,9}$',
            description: 'The amount, in cents.',
            examples: ['5000'],
          }),
          passFeesToPayer: Type.Optional(
            OneOf(['true', 'false'], {
              description: 'Whether the payer pays the fee on top; true by default.',
            }),
          ),
        }),
        response: { 200: Price },
      },
    },
    async ({ query, caller }) => {
      const amount = Number(query.amountCents);
      if (amount < MIN_AMOUNT || amount > MAX_AMOUNT) throw new ApiError('invalid_amount');
      return priceOrder(app, caller.environment, {
        amountCents: cents(amount),
        passFeesToPayer: query.passFeesToPayer !== 'false',
      });
    },
  );
}
