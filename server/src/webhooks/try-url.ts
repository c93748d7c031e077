import type { Environment } from '../accounts/environment.ts';
import type { App } from '../app.ts';
import { newId } from '../ids.ts';
import type { Attempt } from './delivery.ts';
import { newSecret } from './endpoint.ts';
import { eventBody, PING } from './event.ts';
import type { SendMessage } from './send.ts';
import { refuseForbiddenUrl } from './target-guard.ts';

/**
 * Sends a test event to a URL that need not be registered, and stores nothing, so that a client
 * that disconnects early leaves no endpoint behind.
 * @throws ApiError invalid_url
 */
export async function tryUrl(
  app: App,
  { id, mode }: Environment,
  url: string,
  send: SendMessage,
): Promise<Attempt> {
  await refuseForbiddenUrl(url, mode, app.config);
  const [clock] = await app.db<{ at: Date; leasedAt: Date }>`
    select environment_now(${id}) as at, now() as leased_at`;
  if (!clock) throw new Error('a clock told nothing');
  const event = { event: PING, eventId: newId('evt'), sequence: null } as const;
  const body = eventBody(PING, { id: newId('whe') });
  const { durationMs, responseStatus, responseBody, error } = await send(
    { ...event, mode, url, body, leasedAt: clock.leasedAt },
    [newSecret()],
  );
  return { at: clock.at, durationMs, responseStatus, responseBody, error };
}
