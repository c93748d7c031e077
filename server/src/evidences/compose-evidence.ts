import { hash } from 'node:crypto';
import type { Environment } from '../accounts/environment.ts';
import type { App } from '../app.ts';
import { findDeposit } from '../deposits/store.ts';
import { depositStatus } from '../deposits/view.ts';
import { ApiError } from '../errors.ts';
import type { Id } from '../ids.ts';
import { canonicalJson } from '../platform/json.ts';
import { findReversal } from '../reversals/member-store.ts';
import { itemOf } from '../reversals/view.ts';
import { maskOthers } from './mask-others.ts';
import { readDeliveries } from './read-deliveries.ts';
import { readNotices, readSteps, type Step } from './read-history.ts';

/** A part of the bundle, with the SHA-256 of its canonical JSON. */
export interface Part {
  readonly name: 'alert' | 'charge' | 'timeline' | 'providerAnswers' | 'deliveries';
  readonly content: unknown;
  readonly sha256: string;
}

export interface Evidence {
  readonly depositId: string;
  readonly madeAt: string;
  readonly parts: readonly Part[];
  /** The whole bundle as JSON. */
  readonly text: string;
}

/**
 * Everything known about a deposit that was taken back. It contains the two tax ids that the case
 * is about in full; all others that the provider mentioned are masked.
 * @throws ApiError not_found
 */
export async function composeEvidence(
  app: App,
  { id: environmentId, mode }: Environment,
  id: Id<'med'>,
): Promise<Evidence> {
  const reversal = await findReversal(app, environmentId, id);
  const deposit = reversal && (await findDeposit(app, environmentId, reversal.depositId));
  if (!reversal || !deposit) throw new ApiError('not_found');
  const known = [deposit.taxId, reversal.informedTaxId, reversal.payerTaxId ?? ''];
  const steps = await readSteps(app, environmentId, deposit.id);
  const notices = await readNotices(app, { mode, providerRef: deposit.providerRef });
  const created = { at: deposit.createdAt, what: 'created', cause: 'request' };
  // The bank's own time, usually before that of the refund.
  const reported = {
    at: reversal.createdAt,
    what: `reported as ${reversal.kind}`,
    cause: 'provider',
  };
  const moments = [...steps.map(({ at, to: what, cause }) => ({ at, what, cause })), reported];
  moments.sort((one, other) => one.at.getTime() - other.at.getTime());
  const parts = [
    part('alert', itemOf(reversal)),
    part('charge', {
      ...depositStatus(deposit),
      providerRef: deposit.providerRef,
      pixQrCode: deposit.pixQrCode,
      liquidAddress: deposit.liquidAddress,
      taxId: deposit.taxId,
    }),
    part(
      'timeline',
      [created, ...moments].map((moment) => ({ ...moment, at: moment.at.toISOString() })),
    ),
    part('providerAnswers', [
      ...steps.map((step) => said('answer', step, known)),
      ...notices.map((notice) => said('notice', notice, known)),
    ]),
    part('deliveries', await readDeliveries(app, environmentId, deposit.id)),
  ];
  const bundle = { depositId: deposit.id, madeAt: new Date().toISOString(), parts };
  return { ...bundle, text: JSON.stringify(bundle, null, 2) };
}

function said(
  kind: 'answer' | 'notice',
  { at, message }: Pick<Step, 'at' | 'message'>,
  known: readonly string[],
) {
  return { at: at.toISOString(), kind, message: maskOthers(message, known) };
}

function part(name: Part['name'], content: unknown): Part {
  return { name, content, sha256: hash('sha256', canonicalJson(content)) };
}
