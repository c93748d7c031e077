import { createHmac, createSecretKey } from 'node:crypto';

export interface Signed {
  readonly eventId: string;
  readonly body: string;
  /** Whole seconds since 1970, of the attempt. */
  readonly timestamp: number;
}

/**
 * The headers by which a receiver knows the sender: one plain digest of the body, and the three of
 * Standard Webhooks.
 * @param secrets the present one, then the one before it while both are in use.
 */
export function signatureHeaders(
  { eventId, body, timestamp }: Signed,
  secrets: readonly string[],
): Record<string, string> {
  const [present = '', previous] = secrets;
  const content = `${eventId}.${String(timestamp)}.${body}`;
  return {
    'x-webhook-signature': plainSignature(present, body),
    ...(previous !== undefined && {
      'x-webhook-signature-previous': plainSignature(previous, body),
    }),
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => standardSignature(secret, content)).join(' '),
  };
}

/** Keyed with the whole text of the secret, as its owner was shown it. */
function plainSignature(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** Keyed with the bytes that the secret stands for. */
function standardSignature(secret: string, content: string): string {
  const key = createSecretKey(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
