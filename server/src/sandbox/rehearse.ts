import { ApiError } from '../errors.ts';
import type { OperationName } from '../idempotency/claim.ts';
import type { EnvironmentId } from '../ids.ts';
import { notConfigured, type PixProvider, unknownOutcome } from '../provider/port.ts';
import type { SandboxControl } from './control.ts';
import { caseOf } from './find-case.ts';

/**
 * Wraps the adapter of one test environment: tells the sandbox where to send notices and, before
 * each call, which case it is. The adapter inside knows nothing of either.
 */
export function rehearse(
  control: SandboxControl,
  environmentId: EnvironmentId,
): (inner: PixProvider) => PixProvider {
  const prepare = async (operation: OperationName, { nonce, ...order }: Order): Promise<void> => {
    await control.announce(environmentId).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'not_configured') throw notConfigured();
      throw unknownOutcome();
    });
    const { fault, moves } = caseOf(operation, order) ?? {};
    if (!fault && !moves) return;
    await control.call('PUT', environmentId, `/calls/${nonce}`, { fault, moves }).catch(() => {
      throw unknownOutcome();
    });
  };
  return (inner) => ({
    ...inner,
    createCharge: async (order) => {
      const { nonce, amountCents, payerTaxId: taxId } = order;
      await prepare('deposit', { nonce, taxId, amountCents });
      return inner.createCharge(order);
    },
    createPayout: async (order) => {
      const { nonce, amountCents, ownerTaxId: taxId } = order;
      await prepare('withdrawal', { nonce, taxId, amountCents });
      return inner.createPayout(order);
    },
  });
}

interface Order {
  readonly nonce: string;
  readonly taxId: string;
  readonly amountCents: number;
}
