import type { SandboxSettings } from '../config.ts';
import type { EnvironmentId } from '../ids.ts';
import { type PixProvider, unknownOutcome } from '../provider/port.ts';
import type { SandboxControl } from './control.ts';
import { faultFor } from './magic.ts';

/**
 * The sandbox as a provider of one test environment: announces once where notices go, and before
 * each call which fault it is to meet. The adapters that it is put around know nothing of either.
 */
export function rehearse(
  control: SandboxControl,
  settings: SandboxSettings,
  environmentId: EnvironmentId,
): (inner: PixProvider) => PixProvider {
  let announced: Promise<unknown> | undefined;
  const announce = async (): Promise<void> => {
    announced ??= control.call('PUT', environmentId, '/webhooks', {
      url: settings.callbackUrl,
      secret: settings.webhookSecret,
    });
    await announced.catch(() => {
      announced = undefined;
      throw unknownOutcome();
    });
  };
  const prepare = async (nonce: string, taxId: string, amountCents: number): Promise<void> => {
    await announce();
    const fault = faultFor(taxId, amountCents);
    if (!fault) return;
    await control.call('PUT', environmentId, `/calls/${nonce}`, { fault }).catch(() => {
      throw unknownOutcome();
    });
  };
  return (inner) => ({
    ...inner,
    createCharge: async (order) => {
      await prepare(order.nonce, order.payerTaxId, order.amountCents);
      return inner.createCharge(order);
    },
    createPayout: async (order) => {
      await prepare(order.nonce, order.ownerTaxId, order.amountCents);
      return inner.createPayout(order);
    },
  });
}
