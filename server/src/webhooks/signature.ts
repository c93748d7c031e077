import { createHmac, createSecretKey } from 'node:crypto';
import { memoize } from '../platform/memoize.ts';

export interface Signed {
  readonly eventId: string;
  readonly body: string;
  /** Unix time of the attempt, in whole seconds. */
  readonly timestamp: number;
}

/**
 * The headers that authenticate the sender: a plain HMAC of the body, and the three of Standard
 * Webhooks. Spelled exactly as documented, since a receiver may compare literally.
 * @param secrets the current one, followed by the previous one while both are in use
 */
export function signatureHeaders(
  { eventId, body, timestamp }: Signed,
  secrets: readonly string[],
): Record<string, string> {
  const [present = '', previous] = secrets;
  const content = `${eventId}.${String(timestamp)}.${body}`;
  return {
    'X-Webhook-Signature': plainSignature(present, body),
    ...(previous !== undefined && {
      'X-Webhook-Signature-Previous': plainSignature(previous, body),
    }),
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => standardSignature(secret, content)).join(' '),
  };
}

/** Keyed with the whole text of the secret, as it was shown to its owner. */
function plainSignature(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', keysOf(secret).whole).update(body).digest('hex')}`;
}

/** Keyed with the bytes that the secret encodes. */
function standardSignature(secret: string, content: string): string {
  return `v1,${createHmac('sha256', keysOf(secret).bytes).update(content).digest('base64')}`;
}

const MAX_KEPT = 1_000;

/** Cached, since creating the keys takes as long as signing. */
const keysOf = memoize(
  (secret: string) => ({
    whole: createSecretKey(secret, 'utf8'),
    bytes: createSecretKey(secret.replace(/^whsec_/, ''), 'base64'),
  }),
  MAX_KEPT,
);
