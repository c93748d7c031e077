import type { App } from '../app.ts';
import { recordAct } from '../audits/record-act.ts';
import { DAY_MS } from '../durations.ts';
import { ApiError } from '../errors.ts';
import { findAlert, listAlerts } from '../operator-alerts/store.ts';
import type { Http } from '../platform/http.ts';
import { readDatabaseClock } from '../platform/read-database-clock.ts';
import { countDifferences, listDifferences } from '../reconciliation/difference-store.ts';
import { parseSince } from '../reconciliation/since.ts';
import { assignAlert } from './assign-alert.ts';
import {
  AlertParams,
  AlertsQuery,
  Assignment,
  AssignOrder,
  CloseOrder,
  Closing,
  OperatorAlerts,
  Orphans,
  Reconciliation,
  ReconciliationOrder,
  ReconciliationStart,
} from './book-schemas.ts';
import { alertView, differenceView, orphanView, sweepView } from './book-views.ts';
import { closeAlert } from './close-alert.ts';
import { listOwners } from './read-accounts.ts';
import { listLatestOrphans, listSweeps } from './read-books.ts';
import { actorOf } from './reason.ts';
import { requestReconciliation } from './request-reconciliation.ts';

const TAGS = ['Operator'];
const LATELY_MS = 7 * DAY_MS;
const MAX_AGE_MS = 90 * DAY_MS;
const MAX_ORPHANS = 100;

export function registerBookRoutes(http: Http, app: App): void {
  registerReconciliationRoutes(http, app);
  registerOrphanRoute(http, app);
  registerAlertList(http, app);
  registerAlertActs(http, app);
}

function registerReconciliationRoutes(http: Http, app: App): void {
  http.get(
    '/reconciliation',
    {
      config: { operator: true },
      schema: {
        operationId: 'getReconciliation',
        summary: 'Read the reconciliation',
        description:
          'How far our books were compared with the provider and the chain, and what differs.',
        tags: TAGS,
        response: { 200: Reconciliation },
      },
    },
    async () => {
      const since = new Date(Date.now() - LATELY_MS);
      const [sweeps, differences, counts] = await Promise.all([
        listSweeps(app.db),
        listDifferences(app.db, since),
        countDifferences(app.db),
      ]);
      return {
        sweeps: sweeps.map(sweepView),
        differences: differences.map(differenceView),
        counts: counts.map(({ healed, ...count }) => ({ ...count, over: healed })),
      };
    },
  );

  http.post(
    '/reconciliation',
    {
      config: { operator: true, asksReason: true },
      schema: {
        operationId: 'runReconciliation',
        summary: 'Compare the books now',
        description: 'The workers begin at once; what they find is read by `getReconciliation`.',
        tags: TAGS,
        body: ReconciliationOrder,
        response: { 202: ReconciliationStart },
      },
    },
    async (request, reply) => {
      const { since = '48h' } = request.body;
      const spanMs = parseSince(since, await readDatabaseClock(app.db));
      if (spanMs === undefined || spanMs > MAX_AGE_MS) throw badSince();
      const act = { ...actorOf(request), action: 'runReconciliation', details: { since } };
      return reply.code(202).send({ connections: await requestReconciliation(app, spanMs, act) });
    },
  );
}

function registerOrphanRoute(http: Http, app: App): void {
  http.get(
    '/orphans',
    {
      config: { operator: true },
      schema: {
        operationId: 'listOrphans',
        summary: 'List orphans',
        description: 'Charges and payouts that exist at the provider and were shown to nobody.',
        tags: TAGS,
        response: { 200: Orphans },
      },
    },
    async () => {
      const orphans = await listLatestOrphans(app.db, MAX_ORPHANS);
      return {
        data: orphans.slice(0, MAX_ORPHANS).map(orphanView),
        hasMore: orphans.length > MAX_ORPHANS,
      };
    },
  );
}

function registerAlertList(http: Http, app: App): void {
  http.get(
    '/alerts',
    {
      config: { operator: true },
      schema: {
        operationId: 'listOperatorAlerts',
        summary: 'List operator alerts',
        description: 'What waits for an operator. What was said in them is read by the command.',
        tags: TAGS,
        querystring: AlertsQuery,
        response: { 200: OperatorAlerts },
      },
    },
    async ({ query }) => {
      const alerts = await listAlerts(app.db, query.all === 'true');
      const environmentIds = alerts.flatMap(({ environmentId }) => environmentId ?? []);
      const owners = await listOwners(app.db, environmentIds);
      return { data: alerts.map((alert) => alertView(alert, owners)) };
    },
  );
}

function registerAlertActs(http: Http, app: App): void {
  http.post(
    '/alerts/:id/assign',
    {
      config: { operator: true, stepUp: true, asksReason: true, errors: ['invalid_state'] },
      schema: {
        operationId: 'assignAlert',
        summary: 'Assign an alert to a deposit',
        description: 'The MED of that alert is about this deposit, which is refunded with it.',
        tags: TAGS,
        params: AlertParams,
        body: AssignOrder,
        response: { 200: Assignment },
      },
    },
    async (request) => {
      const id = readNumber(request.params.id);
      const { depositId } = request.body;
      const assigned = await assignAlert(app, id, depositId, (tx, { accountId, mode }) =>
        recordAct(tx, {
          ...actorOf(request),
          action: 'assignAlert',
          accountId,
          mode,
          subject: depositId,
          details: { alert: id },
        }),
      );
      return { id: assigned.alertId, depositId: assigned.depositId, status: assigned.status };
    },
  );

  http.post(
    '/alerts/:id/close',
    {
      config: { operator: true, asksReason: true },
      schema: {
        operationId: 'closeAlert',
        summary: 'Close an alert',
        description: 'Somebody is done with it, and with what the books had to say of it.',
        tags: TAGS,
        params: AlertParams,
        body: CloseOrder,
        response: { 200: Closing },
      },
    },
    async (request) => {
      const id = readNumber(request.params.id);
      const alert = await findAlert(app.db, id);
      if (!alert) throw new ApiError('not_found');
      const differences = await app.db.begin(async (tx) => {
        const closed = await closeAlert(tx, alert);
        const details = { alert: id, kind: alert.kind };
        await recordAct(tx, { ...actorOf(request), action: 'closeAlert', details });
        return closed;
      });
      return { id, differences };
    },
  );
}

function badSince(): ApiError {
  return new ApiError('invalid_request', {
    text: {
      pt: 'since deve ser como 48h, 7d ou um horário passado, de até 90 dias.',
      en: 'since must be a past time, or a span such as 48h or 7d, at most 90 days ago.',
    },
  });
}

/** @throws ApiError not_found, since anything but a number names no alert */
function readNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new ApiError('not_found');
  return Number(text);
}
