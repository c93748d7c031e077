import type { DepositEventData } from './deposits.ts';
import type { DepositEventKind, WithdrawalEventKind } from './events.ts';
import { isOneOf, plainSignature, signedContent, standardSignature } from './signatures.ts';
import type { WithdrawalEventData } from './withdrawals.ts';

/** The content of a delivery. Newer gateways may send other kinds: ignore those by default. */
export type WebhookEvent = { readonly id?: string } & (
  | { readonly event: DepositEventKind; readonly data: DepositEventData }
  | { readonly event: WithdrawalEventKind; readonly data: WithdrawalEventData }
  | { readonly event: 'test.ping'; readonly data: { readonly id: string } }
);

export type WebhookFault = 'missing_header' | 'stale' | 'no_match' | 'malformed' | 'body_not_raw';

/** Why a delivery was rejected: answer 400, and do nothing else. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly reason: WebhookFault;

  constructor(reason: WebhookFault, message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface RawDelivery {
  /** `Headers` of any realm, a map of lower-case names, or an object as Node's servers have it. */
  readonly headers:
    | Pick<Headers, 'get'>
    | ReadonlyMap<string, string>
    | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw bytes, or their text: never what a JSON parser made of them. */
  readonly body: string | Uint8Array | ArrayBuffer;
}

export interface VerifyOptions {
  /** How far the sender's clock may be from this one: 300 seconds. */
  readonly toleranceSeconds?: number;
  /**
   * `standard`: with the signed time and id of Standard Webhooks. `plain`: the digest of the body
   * alone, in `X-Webhook-Signature`, which does not protect against replays.
   */
  readonly scheme?: 'standard' | 'plain';
  /** The current time, in milliseconds. */
  readonly now?: () => number;
}

/**
 * Returns the event if its signature matches one of the secrets; pass two during a rotation.
 * @throws WebhookError
 */
export async function verifyWebhook(
  { headers, body }: RawDelivery,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, scheme = 'standard', now = Date.now }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const bytes = bytesOf(body);
  const keys = secretsOf(secrets);
  if (scheme === 'plain') {
    const given = requireHeader(headers, 'X-Webhook-Signature');
    const claimed = `${given} ${headerOf(headers, 'X-Webhook-Signature-Previous') ?? ''}`;
    await assertMatch(
      keys.map((secret) => plainSignature(secret, bytes)),
      claimed,
    );
    return eventOf(bytes);
  }
  const id = requireHeader(headers, 'webhook-id');
  const timestamp = requireHeader(headers, 'webhook-timestamp');
  const claimed = requireHeader(headers, 'webhook-signature');
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookError('malformed', 'webhook-timestamp is not a number of seconds.');
  }
  if (!(Math.abs(now() / 1_000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new WebhookError('stale', 'The delivery was signed too long ago, or a clock is wrong.');
  }
  const content = signedContent(id, timestamp, bytes);
  await assertMatch(
    keys.map((secret) => standardSignature(secret, content)),
    claimed,
  );
  return { ...eventOf(bytes), id };
}

/** The same for a Web `Request` (Next.js, Hono, Deno, Bun, Workers), whose body it reads. */
export async function receiveWebhook(
  request: Request,
  secrets: string | readonly string[],
  options?: VerifyOptions,
): Promise<WebhookEvent> {
  const body = await request.arrayBuffer();
  return verifyWebhook({ headers: request.headers, body }, secrets, options);
}

/** Returns the headers that the gateway would send, to test a receiver with. */
export async function signWebhook(
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
  [present = '', previous]: readonly string[],
): Promise<Record<string, string>> {
  const bytes = bytesOf(body);
  const secrets = previous === undefined ? [present] : [present, previous];
  const content = signedContent(id, String(timestamp), bytes);
  const standard = await Promise.all(secrets.map((secret) => standardSignature(secret, content)));
  return {
    'X-Webhook-Signature': await plainSignature(present, bytes),
    ...(previous !== undefined && {
      'X-Webhook-Signature-Previous': await plainSignature(previous, bytes),
    }),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.join(' '),
  };
}

/** @throws TypeError for an empty or malformed secret: anybody could sign with an empty key. */
function secretsOf(given: string | readonly string[]): readonly string[] {
  const secrets = typeof given === 'string' ? [given] : given;
  const isSecret = (one: unknown): boolean =>
    typeof one === 'string' && /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(one) && isBase64(one.slice(6));
  if (Array.isArray(secrets) && secrets.length > 0 && secrets.every(isSecret)) return secrets;
  throw new TypeError('The secret is missing, or not an endpoint’s: whsec_ and base64.');
}

/** The right characters alone are not enough: their number must make whole bytes. */
function isBase64(text: string): boolean {
  try {
    return atob(text) !== '';
  } catch {
    return false;
  }
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  // Objects of another realm, such as a test sandbox, are not instances of this realm's classes.
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
  }
  if (isArrayBuffer(body)) return new Uint8Array(body);
  throw new WebhookError(
    'body_not_raw',
    'The body was parsed already: keep the bytes that came, which are what is signed.',
  );
}

function isArrayBuffer(body: unknown): body is ArrayBuffer {
  return Object.prototype.toString.call(body) === '[object ArrayBuffer]';
}

function headerOf(headers: RawDelivery['headers'], name: string): string | undefined {
  // `Headers` of another realm or of undici are not instances of this realm's class.
  if (typeof headers.get === 'function') return textOf(headers.get(name.toLowerCase()));
  for (const [given, value] of Object.entries(headers)) {
    if (given.toLowerCase() === name.toLowerCase()) return textOf(value);
  }
  return undefined;
}

function textOf(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
}

function requireHeader(headers: RawDelivery['headers'], name: string): string {
  const value = headerOf(headers, name);
  if (value !== undefined && value !== '') return value;
  throw new WebhookError('missing_header', `The header ${name} is missing.`);
}

async function assertMatch(expected: readonly Promise<string>[], claimed: string): Promise<void> {
  const signatures = await Promise.all(expected);
  if (signatures.some((signature) => isOneOf(claimed.split(' '), signature))) return;
  throw new WebhookError('no_match', 'No signature fits: another secret, or other bytes.');
}

function eventOf(bytes: Uint8Array): WebhookEvent {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof parsed === 'object' && parsed !== null && 'event' in parsed && 'data' in parsed) {
      // Signed by the gateway, whose events a test compares with this type.
      return parsed as WebhookEvent;
    }
  } catch {
    // Handled below: this is not an event either.
  }
  throw new WebhookError('malformed', 'What was signed is not an event.');
}
