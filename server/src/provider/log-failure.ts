import type { App } from '../app.ts';
import { faultOf } from '../platform/log.ts';
import { ProviderFailure } from './port.ts';

/** Logs why a job could not do its work on one thing: only a provider's failure is expected. */
export function logFailure(
  { log }: Pick<App, 'log'>,
  job: string,
  about: string,
  error: unknown,
): void {
  const level = error instanceof ProviderFailure ? 'warn' : 'error';
  log[level]({ job, about, ...faultOf(error) });
}
