import { createHash, timingSafeEqual } from 'node:crypto';
import type { App } from '../app.ts';
import type { Mode } from '../accounts/environment.ts';
import { ApiError } from '../errors.ts';
import { isObject } from '../platform/json.ts';
import type { Http } from '../platform/http.ts';
import { fileNotice, type NoticeKind } from './inbox.ts';

const KINDS: readonly NoticeKind[] = ['deposit', 'withdraw', 'med'];

/** Where the provider sends its notices. Filed, then answered; applied by the worker. */
export function registerProviderRoutes(http: Http, app: App): void {
  const modeOf = secretReader(app);
  for (const kind of KINDS) {
    http.post(
      `/provider/webhooks/${kind}`,
      {
        // A stranger's body is not even read.
        onRequest: async (request) => {
          if (!modeOf(request.headers.authorization)) throw new ApiError('unauthorized');
        },
      },
      async (request, reply) => {
        const mode = modeOf(request.headers.authorization);
        if (!mode) throw new ApiError('unauthorized');
        if (!isObject(request.body)) throw new ApiError('invalid_request');
        await fileNotice(app, mode, kind, request.body);
        return reply.code(200).send({ received: true });
      },
    );
  }
}

/** The secret that matched decides whose rows a notice may change. */
function secretReader({ config }: App): (header: string | undefined) => Mode | undefined {
  const secrets: (readonly [Mode, Buffer])[] = [];
  if (config.live?.webhookSecret) secrets.push(['live', digest(config.live.webhookSecret)]);
  if (config.sandbox) secrets.push(['test', digest(config.sandbox.webhookSecret)]);
  return (header) => {
    const given = digest(/^Basic (.{1,512})$/.exec(header ?? '')?.[1] ?? '');
    return secrets.filter(([, secret]) => timingSafeEqual(secret, given))[0]?.[0];
  };
}

/** Equal lengths, so that the comparison takes the same time for any text. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
