import type { App, Tenant } from '../app.ts';
import type { Mode } from '../accounts/environment.ts';
import type { DepositStatus } from '../deposits/deposit.ts';
import { settleWithin } from '../deposits/settle-deposit.ts';
import { findDeposit, findTenantOf } from '../deposits/store.ts';
import { ApiError } from '../errors.ts';
import type { AccountId } from '../ids.ts';
import { assignAlertTo, type FiledAlert, findAlert } from '../operator-alerts/store.ts';
import type { Tx } from '../platform/db.ts';
import { closeNotices, listNoticesLike, type Notice, openNotice } from '../provider/inbox.ts';
import type { ChargeReading, MedNotice } from '../provider/port.ts';

export interface Assigned {
  readonly alertId: number;
  readonly depositId: string;
  readonly status: DepositStatus;
}

/**
 * Accepts an operator's word that the MED of an alert is about this deposit. In one transaction,
 * the provider's report becomes the deposit's alert, the deposit is REFUNDED if its steps allow
 * that, and its events are sent. This happens once.
 * @param alongside writes that must commit with the assignment, such as who made it
 * @throws ApiError with an explanation for the operator
 */
export async function assignAlert(
  app: App,
  alertId: number,
  depositId: string,
  alongside: (tx: Tx, owner: { accountId: AccountId; mode: Mode }) => Promise<void>,
): Promise<Assigned> {
  const alert = await findAlert(app.db, alertId);
  if (!alert) throw unknownAlert(alertId);
  const notices = await reportsOf(app, alert);
  const tenant = await findTenantOf(app.db, depositId);
  if (!tenant || tenant.mode !== notices[0]?.mode) {
    throw unknownDeposit(depositId);
  }
  const { environmentId } = tenant;
  const news = await Promise.all(
    notices.map(async (notice) => ({
      reading: await readingFrom(app, tenant, depositId, notice),
      med: readReport(app, tenant, notice),
      cause: 'operator' as const,
    })),
  );
  const status = await app.db.begin(async (tx) => {
    if (!(await assignAlertTo(tx, alertId, environmentId, depositId))) {
      throw new ApiError('invalid_state', {
        text: {
          pt: `O alerta ${String(alertId)} já foi atribuído.`,
          en: `Alert ${String(alertId)} has already been assigned.`,
        },
      });
    }
    let settled: DepositStatus | undefined;
    for (const word of news) {
      settled = await settleWithin(tx, app, environmentId, depositId, word);
    }
    await closeNotices(tx, notices);
    if (settled === undefined) throw unknownDeposit(depositId);
    await alongside(tx, tenant);
    return settled;
  });
  return { alertId, depositId, status };
}

function unknownAlert(alertId: number): ApiError {
  return new ApiError('not_found', {
    text: {
      pt: `Não existe o alerta ${String(alertId)}.`,
      en: `there is no alert ${String(alertId)}`,
    },
  });
}

function unknownDeposit(depositId: string): ApiError {
  return new ApiError('invalid_request', {
    text: {
      pt: `Não existe o depósito ${depositId} no modo desse aviso.`,
      en: `there is no deposit ${depositId} in the mode of that notice`,
    },
  });
}

async function reportsOf(app: App, { noticeId, subject }: FiledAlert): Promise<Notice[]> {
  const filed = noticeId === null ? [] : await listNoticesLike(app.db, noticeId);
  const reports = filed.filter(({ kind }) => kind === 'med');
  if (reports.length > 0) return reports;
  throw new ApiError('invalid_state', {
    text: {
      pt: `Só o alerta de um MED arquivado pode ser atribuído; este é sobre ${subject}.`,
      en: `only an alert of a filed MED can be assigned; this one is about ${subject}`,
    },
  });
}

const NOTHING_SAID: MedNotice = {
  createdAt: undefined,
  deadline: undefined,
  amountCents: undefined,
  payerName: undefined,
  payerTaxId: undefined,
  bankTxId: undefined,
  blockchainTxId: undefined,
  unread: [],
};

/** An unreadable notice is taken for a report without further details. */
function readReport(app: App, tenant: Tenant, notice: Notice): MedNotice {
  const provider = app.providerOf(tenant);
  if (!provider) {
    throw new ApiError('not_configured', {
      text: {
        pt: 'O provedor que escreveu esse aviso não está configurado aqui.',
        en: `the ${tenant.mode} provider that wrote this notice is not configured here`,
      },
    });
  }
  const body = openNotice(app, notice);
  if (body === '') throw new ApiError('invalid_state', { text: SEALED });
  return provider.readMed(JSON.parse(body)) ?? NOTHING_SAID;
}

const SEALED = {
  pt: 'Nenhuma chave de cifra abre o aviso desse alerta. Reponha a chave que o gravou, depois das outras, e reinicie; se ela se perdeu, trate o MED no painel do provedor e feche o alerta.',
  en: 'no encryption key opens the notice of this alert. Put back the key that sealed it, behind the others, and restart; if it is lost, handle the MED with the provider and close the alert.',
};

/** A MED is only filed against an accepted payment, whatever else was reported about it. */
async function readingFrom(
  app: App,
  { environmentId }: Tenant,
  depositId: string,
  notice: Notice,
): Promise<ChargeReading> {
  const deposit = await findDeposit(app, environmentId, depositId);
  if (!deposit) throw unknownDeposit(depositId);
  return {
    ref: deposit.providerRef,
    status: 'refunded',
    valueCents: deposit.paidCents ?? deposit.totalCents,
    expiresAt: undefined,
    blockchainTxId: undefined,
    bankTxId: undefined,
    payerName: undefined,
    payerTaxId: undefined,
    reasons: [],
    raw: openNotice(app, notice),
  };
}
