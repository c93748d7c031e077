import { Type } from 'typebox';
import type { App } from '../app.ts';
import type { Http } from '../platform/http.ts';
import { openLive } from './open-live.ts';

const Stream = Type.Unsafe<string>({
  type: 'string',
  contentMediaType: 'text/event-stream',
  maxLength: 2_147_483_647,
  description:
    '`event: ready` once changes are heard of, `event: change` with what changed, `event: missed` when to read everything again.',
});

/** How an open dashboard learns of changes. */
export function registerStreamRoutes(http: Http, app: App): void {
  const live = openLive(app);
  http.addHook('preClose', () => live.close());

  http.get(
    '/live',
    {
      // A HEAD route for a stream would never end.
      exposeHeadRoute: false,
      config: { scope: 'any' },
      schema: {
        operationId: 'live',
        summary: 'Hear of changes',
        description:
          'Server-sent events. A change names what to read again; `missed` says that some were not heard of.',
        tags: ['Dashboard'],
        produces: ['text/event-stream'],
        response: { 200: Stream },
      },
    },
    async ({ session, role, caller }, reply) => {
      const { id, accountId } = caller.environment;
      const { id: sessionId, userId } = session;
      return live.open(reply, { sessionId, userId, role, environmentId: id, accountId });
    },
  );
}
