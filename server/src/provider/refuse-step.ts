import type { App } from '../app.ts';
import { counter } from '../platform/metrics.ts';
import type { Cause } from './transition.ts';

const refused = counter(
  'ponte_transitions_refused_total',
  'What the provider said of a deposit or withdrawal that cannot follow on its status.',
  ['resource', 'from', 'to'],
);

/** News that asks for an impossible step leaves the status alone, but is logged and counted. */
export function refuseStep(
  app: Pick<App, 'log'>,
  resource: 'deposit' | 'withdrawal',
  id: string,
  { from, to, cause }: { readonly from: string; readonly to: string; readonly cause: Cause },
): void {
  refused.labels(resource, from, to).inc();
  app.log.warn({ resource: id, from, to, cause }, 'an impossible transition was refused');
}
