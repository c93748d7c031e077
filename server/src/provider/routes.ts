import { timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import type { App } from '../app.ts';
import type { Mode } from '../accounts/environment.ts';
import { ApiError } from '../errors.ts';
import { raiseAlert } from '../operator-alerts/store.ts';
import { isDatabaseAway } from '../platform/db.ts';
import { failpoint } from '../platform/failpoint.ts';
import { isObject } from '../platform/json.ts';
import type { Http } from '../platform/http.ts';
import { faultOf } from '../platform/log.ts';
import { hashToken } from '../platform/token.ts';
import { fileNotice, NOTICE_KINDS, type NoticeKind } from './inbox.ts';

const ERRORS = ['invalid_request', 'unauthorized'] as const;

const SECRET = {
  pt: 'O segredo dos avisos falta ou está errado. Envie Authorization: Basic <segredo>, como combinado com o operador.',
  en: 'The notice secret is missing or wrong. Send Authorization: Basic <secret>, as agreed with the operator.',
};

/** The provider changes its notices without notice, so none of their fields is required. */
const NOTICE = Type.Object(
  {},
  {
    title: 'ProviderNotice',
    additionalProperties: true,
    description: "The notice, in the provider's own format.",
    examples: [{ qrId: '019f0000aaaa7bbb8ccc0123456789ab', status: 'depix_sent' }],
  },
);

const SUBJECTS: Readonly<Record<NoticeKind, string>> = {
  deposit: 'a deposit',
  withdraw: 'a withdrawal',
  med: 'a MED',
};

const Received = Type.Object(
  { received: Type.Boolean({ description: 'Always true.', examples: [true] }) },
  { title: 'Received' },
);

/** Receives the provider's notices: they are filed, then answered; the worker applies them. */
export function registerProviderRoutes(http: Http, app: App): void {
  const modeOf = secretReader(app);
  for (const kind of NOTICE_KINDS) {
    http.post(
      `/provider/webhooks/${kind}`,
      {
        config: { open: 'The provider signs in with a secret of its own.', errors: ERRORS },
        schema: {
          operationId: `receive${kind.replace(/^./, (letter) => letter.toUpperCase())}Notice`,
          summary: `Receive a notice about ${SUBJECTS[kind]}`,
          description:
            'For the provider only: the notice is filed, and read back from the provider before it counts.',
          tags: ['Provider'],
          security: [{ providerSecret: [] }],
          body: NOTICE,
          response: { 200: Received },
        },
        // The body of an unauthenticated request is not even read.
        onRequest: async (request) => {
          if (!modeOf(request.headers.authorization)) throw unknownSender();
        },
        onSend: async ({ headers, socket }, { statusCode }) => {
          // A sender that disconnects, or is told to retry, still has the notice.
          if (statusCode < 400 || statusCode >= 500 || socket.destroyed) return;
          const mode = modeOf(headers.authorization);
          if (mode) await reportRefused(app, mode, kind, statusCode);
        },
      },
      async (request, reply) => {
        const mode = modeOf(request.headers.authorization);
        if (!mode) throw unknownSender();
        if (!isObject(request.body)) throw new ApiError('invalid_request');
        failpoint('notice.before-file');
        await fileWithRetries(app, mode, kindOf(request.body) ?? kind, request.body);
        failpoint('notice.after-file');
        return reply.code(200).send({ received: true });
      },
    );
  }
}

/**
 * The kind that a notice states takes precedence over where it was sent: a MED treated as news of a
 * deposit would be lost, and news treated as a MED would refund a paid deposit.
 */
function kindOf({ webhookType: type }: Readonly<Record<string, unknown>>): NoticeKind | undefined {
  return NOTICE_KINDS.find((kind) => typeof type === 'string' && kind === type.toLowerCase());
}

/** The provider waits 15 s for an answer, and the last try here may take almost half of that. */
const TIMEOUT_MS = 8_000;
const PAUSE_MS = 250;

/**
 * Waits for an unavailable database as long as the provider waits: it does not resend notices, and
 * polling recovers everything but a MED.
 */
async function fileWithRetries(...notice: Parameters<typeof fileNotice>): Promise<void> {
  const until = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      await fileNotice(...notice);
      return;
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > until) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

function unknownSender(): ApiError {
  return new ApiError('unauthorized', { text: SECRET });
}

/** An authentic notice could not be filed, and may not come again. */
async function reportRefused(
  app: App,
  mode: Mode,
  kind: NoticeKind,
  status: number,
): Promise<void> {
  const subject = `${mode} ${kind} ${String(status)}`;
  await raiseAlert(app.db, app, { environmentId: null, kind: 'refused_notice', subject }).catch(
    (error: unknown) => app.log.error(faultOf(error), 'a refused notice is not alerted'),
  );
}

/** Returns the mode whose secret matched, which decides whose rows a notice may change. */
function secretReader({ config }: App): (header: string | undefined) => Mode | undefined {
  // Hashing gives equal lengths, so that the comparison takes constant time.
  const secrets: (readonly [Mode, Buffer])[] = [];
  if (config.live?.webhookSecret) secrets.push(['live', hashToken(config.live.webhookSecret)]);
  if (config.sandbox) secrets.push(['test', hashToken(config.sandbox.webhookSecret)]);
  return (header) => {
    const given = hashToken(/^basic (.{1,512})$/i.exec(header ?? '')?.[1] ?? '');
    return secrets.filter(([, secret]) => timingSafeEqual(secret, given))[0]?.[0];
  };
}
