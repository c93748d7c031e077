import { Type } from 'typebox';
import type { App } from '../app.ts';
import { personActor } from '../audits/audit.ts';
import { recordAct } from '../audits/record-act.ts';
import { ApiError } from '../errors.ts';
import type { EnvironmentId } from '../ids.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { pageOf, readPage } from '../platform/page.ts';
import { IdParams, ListOf, OneOf, PageQuery, textExcluding } from '../platform/schema.ts';
import {
  countUnseen,
  findReversal,
  insertNote,
  listMemberReversals,
  listNotes,
  markSeen,
  type MemberReversal,
} from './member-store.ts';
import { NoteView, noteView, RevealedView, ReversalView, reversalView } from './member-view.ts';
import { itemOf, Kind } from './view.ts';

const CONFIG = { action: 'alerts:manage' } as const;
const TAGS = ['Alerts'];
const PARAMS = IdParams('med', 'The alert.');

/** What members do with reversals, which they know as alerts; the API only lists them. */
export function registerMemberReversalRoutes(http: Http, app: App): void {
  registerReading(http, app);
  registerChanges(http, app);
  registerReveal(http, app);
}

function registerReading(http: Http, app: App): void {
  http.get(
    '/alerts',
    {
      config: CONFIG,
      schema: {
        operationId: 'listAlerts',
        summary: 'List alerts',
        description: 'Deposits that were taken back, with people masked, and what members noted.',
        tags: TAGS,
        querystring: Type.Object({
          ...PageQuery,
          tipo: Type.Optional(Kind),
          seen: Type.Optional(
            OneOf(['true', 'false'], {
              description: 'Those marked as seen, or those that are not.',
            }),
          ),
        }),
        response: { 200: ListOf(ReversalView) },
      },
    },
    async ({ query, caller }) => {
      const { limit, after } = readPage(query, 'med');
      const { id: environmentId } = caller.environment;
      const isSeen = query.seen === undefined ? null : query.seen === 'true';
      const filter = { kind: query.tipo ?? null, isSeen };
      const rows = await listMemberReversals(app, environmentId, filter, after, limit);
      const shown = rows.slice(0, limit).map(({ id }) => id);
      const notes = await listNotes(app, environmentId, shown);
      return pageOf(rows, limit, (row) => reversalView(row, notes.get(row.id) ?? []));
    },
  );
  http.get(
    '/alerts/count',
    {
      config: CONFIG,
      schema: {
        operationId: 'countAlerts',
        summary: 'Count unseen alerts',
        description: 'How many of each kind nobody has marked as seen; 1,000 stands for more.',
        tags: TAGS,
        response: {
          200: Type.Object({ med: COUNT, estorno: COUNT }, { title: 'ReversalCount' }),
        },
      },
    },
    async ({ caller }) => countUnseen(app.db, caller.environment.id),
  );
}

const COUNT = Type.Integer({
  format: 'int32',
  minimum: 0,
  maximum: 1_000,
  description: 'Alerts of this kind.',
  examples: [1],
});

function registerChanges(http: Http, app: App): void {
  http.patch(
    '/alerts/:id',
    {
      config: CONFIG,
      schema: {
        operationId: 'changeAlert',
        summary: 'Mark an alert as seen',
        description: 'Or as not seen. It changes nothing else.',
        tags: TAGS,
        params: PARAMS,
        body: Type.Object(
          { isSeen: Type.Boolean({ description: 'Whether it is.', examples: [true] }) },
          { title: 'ReversalChange' },
        ),
        response: { 200: ReversalView },
      },
    },
    async ({ params, body, caller }) => {
      const { id: environmentId } = caller.environment;
      const id = getId('med', params.id);
      const reversal = await markSeen(app, environmentId, id, body.isSeen);
      if (!reversal) throw new ApiError('not_found');
      const notes = await listNotes(app, environmentId, [id]);
      return reversalView(reversal, notes.get(id) ?? []);
    },
  );
  http.post(
    '/alerts/:id/notes',
    {
      config: CONFIG,
      schema: {
        operationId: 'addAlertNote',
        summary: 'Note something on an alert',
        description: 'Other members read it; nobody else does.',
        tags: TAGS,
        params: PARAMS,
        body: Type.Object({ text: NOTE_TEXT }, { title: 'ReversalNoteOrder' }),
        response: { 201: NoteView },
      },
    },
    async ({ params, body, caller, session }, reply) => {
      const { id: environmentId } = caller.environment;
      const { id: reversalId } = await getReversal(app, environmentId, params.id);
      const note = { environmentId, reversalId, writtenBy: session.userId, text: body.text };
      return reply
        .code(201)
        .send(noteView({ ...(await insertNote(app, note)), writtenBy: session.email }));
    },
  );
}

function registerReveal(http: Http, app: App): void {
  http.post(
    '/alerts/:id/reveal',
    {
      config: { action: 'alerts:reveal', stepUp: true, optionalBody: true, recordsAct: true },
      schema: {
        operationId: 'revealAlert',
        summary: 'Show who paid',
        description: 'The whole name and tax ids of an alert. That they were looked at is an act.',
        tags: TAGS,
        params: PARAMS,
        response: { 200: RevealedView },
      },
    },
    async ({ params, caller, session, ip }) => {
      const { id: environmentId, accountId, mode } = caller.environment;
      const reversal = await getReversal(app, environmentId, params.id);
      const about = { action: 'revealAlert', accountId, mode, subject: reversal.id };
      const act = { ...about, actor: personActor(session), address: ip };
      // First, since nothing may be revealed unless it can be recorded who looked.
      await app.db.begin((tx) => recordAct(tx, act));
      const { payerName, cpfReal, cpfRequisitado } = itemOf(reversal);
      return { payerName, cpfReal, cpfRequisitado };
    },
  );
}

const NOTE_TEXT = Type.String({
  minLength: 1,
  maxLength: 2_000,
  pattern: textExcluding('\\u0000'),
  description: 'What is to be remembered.',
  examples: ['Pedido 4711 entregue em 20/11, comprovante guardado.'],
});

async function getReversal(
  app: App,
  environmentId: EnvironmentId,
  id: string,
): Promise<MemberReversal> {
  const reversal = await findReversal(app, environmentId, getId('med', id));
  if (!reversal) throw new ApiError('not_found');
  return reversal;
}
