import type { App } from '../app.ts';
import { count, type Options, ponte, required } from '../cli-options.ts';
import { recordCommand } from '../audits/record-command.ts';
import type { Answer, CommandSet } from '../command.ts';
import type { Db } from '../platform/db.ts';
import { type FiledAlert, findAlert, listAlerts, listWords } from '../operator-alerts/store.ts';
import { reopenNotice } from '../provider/inbox.ts';
import { assignAlert } from './assign-alert.ts';
import { closeAlert } from './close-alert.ts';

export const alertCommands: CommandSet = {
  'alert list': {
    on: 'database',
    usage: '[--all]',
    help: 'list what waits for an operator; with --all also what is resolved',
    run: list,
  },
  'alert show': {
    on: 'app',
    usage: '--id N',
    help: 'show all that is known about it, personal data included',
    judge: idOf,
    run: show,
  },
  'alert assign': {
    on: 'app',
    usage: '--id N --deposit dep_… [--reason TEXT]',
    help: "assign that alert's MED to this deposit",
    judge: matchOf,
    run: assign,
  },
  'alert retry': {
    on: 'database',
    usage: '--id N [--reason TEXT]',
    help: "try to apply that alert's notice again",
    judge: idOf,
    run: retry,
  },
  'alert resolve': {
    on: 'database',
    usage: '--id N [--reason TEXT]',
    help: 'mark it as resolved',
    judge: idOf,
    run: resolve,
  },
};

function idOf(options: Options): number {
  required(options, 'id');
  return count(options, 'id', 1, 999_999_999) ?? 0;
}

async function getAlert(db: Db, id: number): Promise<FiledAlert> {
  const alert = await findAlert(db, id);
  if (!alert) throw new Error(`there is no alert ${String(id)}; see ${ponte('alert list --all')}`);
  return alert;
}

async function list(db: Db, { all = false }: Options): Promise<Answer> {
  const alerts = await listAlerts(db, all === true);
  const none = all === true ? 'There is no alert.' : 'No alert is open.';
  return { json: { alerts }, text: alerts.map(lineOf).join('\n') || none };
}

/** The length of `returned_after_payout`, to align lists in columns. */
const KIND_WIDTH = 21;

function lineOf({
  id,
  kind,
  subject,
  times,
  updatedAt,
  resolvedAt,
  assignedTo,
}: FiledAlert): string {
  const end = resolvedAt === null ? '' : `  done${assignedTo === null ? '' : `, ${assignedTo}`}`;
  const at = updatedAt.toISOString();
  return `${String(id).padStart(6)}  ${at}  ${kind.padEnd(KIND_WIDTH)}  ${subject}  ×${String(times)}${end}`;
}

async function show(app: App, options: Options): Promise<Answer> {
  const alert = await getAlert(app.db, idOf(options));
  const words = await listWords(app, alert.id);
  // They may include a payer's own message, and terminals obey invisible characters.
  const seen = words.map((word) => word.replaceAll(/\p{C}/gu, ''));
  return { json: { ...alert, words }, text: [lineOf(alert), ...seen].join('\n') };
}

function matchOf(options: Options): { id: number; deposit: string } {
  return { id: idOf(options), deposit: required(options, 'deposit') };
}

async function assign(app: App, options: Options): Promise<Answer> {
  const { id, deposit } = matchOf(options);
  const { alertId, depositId, status } = await assignAlert(
    app,
    id,
    deposit,
    (tx, { accountId, mode }) =>
      recordCommand(tx, 'alert assign', options, {
        accountId,
        mode,
        subject: deposit,
        details: { alert: id },
      }),
  );
  return {
    json: { id: alertId, depositId, status },
    text: `Alert ${String(alertId)} is assigned to ${depositId}, which is ${status}.`,
  };
}

async function retry(db: Db, options: Options): Promise<Answer> {
  const { id, noticeId } = await getAlert(db, idOf(options));
  await db.begin(async (tx) => {
    if (noticeId === null || !(await reopenNotice(tx, noticeId))) {
      throw new Error(`alert ${String(id)} has no notice that is still stored`);
    }
    await recordCommand(tx, 'alert retry', options, { details: { alert: id } });
  });
  return {
    json: { id, retried: true },
    text: `A worker now tries again to apply the notice of alert ${String(id)}.`,
  };
}

async function resolve(db: Db, options: Options): Promise<Answer> {
  const alert = await getAlert(db, idOf(options));
  const { id } = alert;
  const differences = await db.begin(async (tx) => {
    const closed = await closeAlert(tx, alert);
    await recordCommand(tx, 'alert resolve', options, { details: { alert: id } });
    return closed;
  });
  const closed =
    differences === 0 ? '' : ` Differences in the books resolved with it: ${String(differences)}.`;
  return {
    json: { id, resolved: true, differences },
    text: `Alert ${String(id)} is resolved.${closed}`,
  };
}
