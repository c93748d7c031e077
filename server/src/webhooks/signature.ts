import { createHmac, createSecretKey } from 'node:crypto';
import { madeOnce } from '../platform/made-once.ts';

export interface Signed {
  readonly eventId: string;
  readonly body: string;
  /** Whole seconds since 1970, of the attempt. */
  readonly timestamp: number;
}

/**
 * The headers by which a receiver knows the sender: one plain digest of the body, and the three of
 * Standard Webhooks. Each is written as it is documented: a receiver may look for just that.
 * @param secrets the present one, then the one before it while both are in use.
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

/** Keyed with the whole text of the secret, as its owner was shown it. */
function plainSignature(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', keysOf(secret).whole).update(body).digest('hex')}`;
}

/** Keyed with the bytes that the secret stands for. */
function standardSignature(secret: string, content: string): string {
  return `v1,${createHmac('sha256', keysOf(secret).bytes).update(content).digest('base64')}`;
}

const MOST_KEPT = 1_000;

/** An endpoint in a rush has its keys made once: to make them takes as long as to sign. */
const keysOf = madeOnce(
  (secret: string) => ({
    whole: createSecretKey(secret, 'utf8'),
    bytes: createSecretKey(secret.replace(/^whsec_/, ''), 'base64'),
  }),
  MOST_KEPT,
);
