import { once } from 'node:events';
import type { FastifyReply } from 'fastify';
import type { Mode } from '../accounts/environment.ts';
import { hijackReply } from '../platform/hijack-reply.ts';
import { faultOf, type Log } from '../platform/log.ts';
import type { Position } from '../platform/page.ts';
import { type Column, type CsvStyle, headOf, inBrasilia, lineOf } from './csv.ts';
import type { Span } from './span.ts';

interface Rows<Row> {
  readonly name: FileName;
  readonly mode: Mode;
  readonly style: CsvStyle;
  readonly columns: readonly Column<Row>[];
  readonly span: Span;
  /** The rows after a position, newest first; fewer than requested means that they are the last. */
  readonly read: (after: Position | undefined, rows: number) => Promise<Row[]>;
}

const FILE_NAMES = {
  deposits: { pt: 'depositos', en: 'deposits' },
  withdrawals: { pt: 'saques', en: 'withdrawals' },
  transactions: { pt: 'transacoes', en: 'transactions' },
} as const;
export type FileName = keyof typeof FILE_NAMES;

const OF_TEST = { pt: 'teste', en: 'test' } as const;

/** The first part is small, so that the file begins at once; later ones do not block others. */
const PART = { first: 200, later: 1_000 };
/** A client that reads nothing for this long is gone. */
const IDLE_TIMEOUT_MS = 30_000;

/**
 * Streams rows in parts: each part is a separate statement, and the next one is read once the
 * client has received the last one.
 */
export async function sendRows<Row extends { readonly id: string; readonly createdAt: Date }>(
  log: Log,
  reply: FastifyReply,
  { name, mode, style, columns, span, read }: Rows<Row>,
): Promise<FastifyReply> {
  // Every refusal must happen before this: a file that has begun can only be cut off.
  let rows = await read(undefined, PART.first);
  let requested = PART.first;
  const days = [span.from, new Date(span.to.getTime() - 1)].map((at) =>
    inBrasilia(at).slice(0, 10),
  );
  const { language } = style;
  const of = mode === 'test' ? [OF_TEST[language]] : [];
  const fileName = [FILE_NAMES[name][language], ...of, ...days].join('_');
  const raw = hijackReply(reply, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}.csv"`,
  });
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  raw.setTimeout(IDLE_TIMEOUT_MS, () => raw.destroy());
  try {
    raw.write(headOf(columns, style));
    for (;;) {
      const lines = rows.map((row) =>
        lineOf(
          columns.map(({ cellOf }) => cellOf(row, language)),
          style,
        ),
      );
      if (!raw.write(lines.join(''))) await once(raw, 'drain', { signal: gone.signal });
      const last = rows.at(-1);
      if (!last || rows.length < requested || gone.signal.aborted) break;
      requested = PART.later;
      rows = await read({ at: last.createdAt, id: last.id }, requested);
    }
    raw.end();
  } catch (error) {
    // Cut off instead of ended: half a file must not look complete.
    raw.destroy();
    if (!gone.signal.aborted) log.warn({ file: name, ...faultOf(error) }, 'a file was cut off');
  }
  return reply;
}
