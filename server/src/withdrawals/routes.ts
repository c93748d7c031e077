import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { fundingView } from '../fundings/view.ts';
import { identityOf } from '../idempotency/fingerprint.ts';
import { IDEMPOTENCY_ERRORS, sendOnce } from '../idempotency/reply.ts';
import { newId } from '../ids.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { IdParams } from '../platform/schema.ts';
import { createWithdrawal } from './create-withdrawal.ts';
import { findStatus } from './find-status.ts';
import { openReceipt } from './receipt.ts';
import { readOrder, WithdrawalOrderBody } from './read-order.ts';
import { NewWithdrawalView, withdrawalStatus, WithdrawalView } from './view.ts';

const CREATE_ERRORS = [
  ...IDEMPOTENCY_ERRORS,
  'invalid_amount',
  'invalid_pix_key_type',
  'invalid_pix_key',
  'invalid_tax_id',
  'withdrawals_disabled',
] as const;

export function registerWithdrawalRoutes(http: Http, app: App): void {
  http.post(
    '/withdraw',
    {
      config: { scope: 'withdrawal:create', rate: 'money', stepUp: true, errors: CREATE_ERRORS },
      schema: {
        operationId: 'createWithdrawal',
        summary: 'Create a withdrawal',
        description:
          'Returns an address. Send DePix there, and the recipient gets a Pix at the given key.',
        tags: ['Withdrawals'],
        body: WithdrawalOrderBody,
        // The stored text is sent unchanged.
        response: { 201: NewWithdrawalView },
      },
      // The key is claimed before the fields are validated, so the handler reports schema errors.
      attachValidation: true,
    },
    async (request, reply) => {
      const { caller, body, validationError } = request;
      const keyed = { ...identityOf(request), resourceId: newId('wdr') };
      const answer = await createWithdrawal(app, caller, keyed, () => ({
        ...readOrder(app, caller.environment, body, validationError),
        fromPanel: caller.keyId === undefined,
      }));
      return sendOnce(reply, answer);
    },
  );

  http.get(
    '/withdraw/:id/status',
    {
      config: { scope: 'read:transactions' },
      schema: {
        operationId: 'getWithdrawal',
        summary: 'Read a withdrawal',
        description: 'The state of a withdrawal, with the time of everything that happened to it.',
        tags: ['Withdrawals'],
        params: IdParams('wdr', 'The withdrawal.'),
        response: { 200: WithdrawalView },
      },
    },
    async (request) => {
      const id = getId('wdr', request.params.id);
      const environmentId = request.caller.environment.id;
      const withdrawal = await findStatus(app.db, { environmentId, id });
      if (!withdrawal) throw new ApiError('not_found');
      return {
        ...withdrawalStatus(withdrawal),
        receiptUrl: openReceipt(app, withdrawal.receiptUrl),
        chain: fundingView(withdrawal),
      };
    },
  );
}
