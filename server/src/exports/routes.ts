import { type Static, type TObject, Type } from 'typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import {
  DepositQuery,
  readDepositFilter,
  readWithdrawalFilter,
  WithdrawalQuery,
} from '../lists/filters.ts';
import { listDeposits } from '../lists/list-deposits.ts';
import { listWithdrawals } from '../lists/list-withdrawals.ts';
import type { Http } from '../platform/http.ts';
import type { Position } from '../platform/page.ts';
import type { Period } from '../platform/period.ts';
import { fileDb } from '../platform/replica.ts';
import { OneOf } from '../platform/schema.ts';
import { LANGUAGES } from '../refusals.ts';
import { readTransactionFilter, TransactionQuery } from '../transactions/filters.ts';
import { listTransactions } from '../transactions/store.ts';
import { DEPOSIT_COLUMNS, TRANSACTION_COLUMNS, WITHDRAWAL_COLUMNS } from './columns.ts';
import { type Column, CSV_FORMATS, type CsvStyle } from './csv.ts';
import { type FileLimit, openFileLimit } from './limit-files.ts';
import { nameWallets } from './name-wallets.ts';
import { readSpan, type Span } from './span.ts';
import { type FileName, sendRows } from './send-rows.ts';

const FileQuery = {
  format: Type.Optional(
    OneOf(CSV_FORMATS, {
      description:
        '`excel`: a byte order mark, semicolons and decimal commas. `excel-en`: the mark, commas and decimal points. In both a text that is no text to Excel has an apostrophe before it. `plain`: RFC 4180, decimal points.',
    }),
  ),
  language: Type.Optional(OneOf(LANGUAGES, { description: 'Of the first line, and of words.' })),
};

const Csv = Type.Unsafe<string>({
  type: 'string',
  contentMediaType: 'text/csv',
  // In characters. Files are limited by their period, not by this.
  maxLength: 2_147_483_647,
  description: 'One line a row, the newest first.',
});

const READS = { scope: 'read:transactions' } as const;

function schemaOf<Id extends string>(operationId: Id, what: string) {
  return {
    operationId,
    summary: `Write ${what} into a file`,
    description: `The ${what} that the list shows under the same filters, of at most 12 months.`,
    tags: ['Dashboard'],
    produces: ['text/csv'],
    response: { 200: Csv },
  };
}

/** The lists as files. No HEAD, since their length is only known at the end. */
export function registerExportRoutes(http: Http, app: App): void {
  const send = openSend(app, openFileLimit());
  const stale = { ...app, db: fileDb(app.db) };
  http.get(
    '/deposits.csv',
    {
      exposeHeadRoute: false,
      config: READS,
      schema: {
        ...schemaOf('exportDeposits', 'deposits'),
        querystring: Type.Object({ ...DepositQuery, ...FileQuery }),
      },
    },
    async (request, reply) => {
      const { query, caller } = request;
      const filter = readDepositFilter(query);
      return send(request, reply, filter, DEPOSIT_COLUMNS, {
        name: 'deposits',
        style: styleOf(query),
        read: (span, after, rows) =>
          listDeposits(stale, caller.environment.id, { ...filter, ...span }, after, rows),
      });
    },
  );

  http.get(
    '/withdrawals.csv',
    {
      exposeHeadRoute: false,
      config: READS,
      schema: {
        ...schemaOf('exportWithdrawals', 'withdrawals'),
        querystring: Type.Object({ ...WithdrawalQuery, ...FileQuery }),
      },
    },
    async (request, reply) => {
      const { query, caller } = request;
      const filter = readWithdrawalFilter(query);
      return send(request, reply, filter, WITHDRAWAL_COLUMNS, {
        name: 'withdrawals',
        style: styleOf(query),
        read: (span, after, rows) =>
          listWithdrawals(stale, caller.environment.id, { ...filter, ...span }, after, rows),
      });
    },
  );

  registerTransactions(http, stale, send);
}

function registerTransactions(http: Http, { db }: Pick<App, 'db'>, send: Send): void {
  http.get(
    '/transactions.csv',
    {
      exposeHeadRoute: false,
      config: READS,
      schema: {
        ...schemaOf('exportTransactions', 'transactions'),
        querystring: Type.Object({ ...TransactionQuery, ...FileQuery }),
      },
    },
    async (request, reply) => {
      const { query, caller } = request;
      const filter = readTransactionFilter(query);
      const { id } = caller.environment;
      return send(request, reply, filter, TRANSACTION_COLUMNS, {
        name: 'transactions',
        style: styleOf(query),
        read: async (span, after, rows) => {
          const pageFilter = { ...filter, ...span, after, limit: rows - 1 };
          return nameWallets(db, id, await listTransactions(db, id, pageFilter));
        },
      });
    },
  );
}

interface File<Row> {
  readonly name: FileName;
  readonly style: CsvStyle;
  readonly read: (span: Span, after: Position | undefined, rows: number) => Promise<Row[]>;
}

type Send = ReturnType<typeof openSend>;

function openSend(app: App, files: FileLimit) {
  /** @throws ApiError invalid_request for a period that is too long, rate_limited */
  return async <Row extends { readonly id: string; readonly createdAt: Date }>(
    { caller, session }: Pick<FastifyRequest, 'caller' | 'session'>,
    reply: FastifyReply,
    period: Period,
    columns: readonly Column<Row>[],
    { name, style, read }: File<Row>,
  ): Promise<FastifyReply> => {
    const end = files.begin(session.userId);
    try {
      const span = await readSpan(app.db, caller.environment.id, period, async (within) => {
        const [newest] = await read(within, undefined, 1);
        return newest?.createdAt;
      });
      const source = (after: Position | undefined, rows: number) => read(span, after, rows);
      const { mode } = caller.environment;
      return await sendRows(app.log, reply, { name, mode, style, columns, span, read: source });
    } finally {
      end();
    }
  };
}

function styleOf({ format, language }: Static<TObject<typeof FileQuery>>): CsvStyle {
  return { format: format ?? 'excel', language: language ?? 'pt' };
}
