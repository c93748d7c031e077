import { Type } from 'typebox';
import type { App } from '../app.ts';
import type { Http } from '../platform/http.ts';
import { openSender } from './send.ts';
import { tryUrl } from './try-url.ts';
import { SubmittedUrl, AttemptView, attemptView } from './view.ts';

/** Lets a merchant try a URL before registering it. */
export function registerTrialRoutes(http: Http, app: App): void {
  const send = openSender(app.config);
  http.post(
    '/webhook-trials',
    {
      config: {
        scope: 'webhook:manage',
        fields: [['url', 'invalid_url']],
        errors: ['invalid_url'],
      },
      schema: {
        operationId: 'tryWebhookUrl',
        summary: 'Try an address for webhooks',
        description:
          'Sends it an event `test.ping`, signed with a secret that nobody keeps, and waits for the answer. Nothing is registered.',
        tags: ['Webhooks'],
        body: Type.Object({ url: SubmittedUrl }, { title: 'WebhookTrial' }),
        response: { 200: AttemptView },
      },
    },
    async ({ body, caller }) => attemptView(await tryUrl(app, caller.environment, body.url, send)),
  );
}
