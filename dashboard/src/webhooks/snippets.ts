/** Code that people copy. It holds no secret: that comes from their own environment. */

/** Checks a signature, with comments in the words of the page. */
export function verifyIn({ rawBody }: { readonly rawBody: string }): string {
  return `import { createHmac, timingSafeEqual } from 'node:crypto';

const secret = process.env.PONTE_WEBHOOK_SECRET ?? '';

/** ${rawBody} */
export function isFromPonte(body: Buffer, signature: string): boolean {
  if (secret === '') return false;
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  const expected = Buffer.from(\`sha256=\${digest}\`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

// isFromPonte(body, String(request.headers['x-webhook-signature']))`;
}

interface Sent {
  readonly url: string;
  readonly event: string;
  readonly eventId: string;
  readonly requestBody: string;
}

/** What is the same in every attempt; time and signatures are new in each. */
export function headersOf({ event, eventId }: Sent): readonly (readonly [string, string])[] {
  return [
    ['Content-Type', 'application/json'],
    ['User-Agent', 'Ponte-Webhooks/1'],
    ['X-Webhook-Event', event],
    ['webhook-id', eventId],
  ];
}

/** The same request from a terminal, signed there with the endpoint's secret. */
export function curlOf(sent: Sent): string {
  const headers = headersOf(sent).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)} \\`);
  return [
    `BODY=${quoted(sent.requestBody)}`,
    `SIGNATURE=$(printf '%s' "$BODY" | openssl dgst -sha256 -hmac "$PONTE_WEBHOOK_SECRET" -r | cut -d ' ' -f 1)`,
    `curl -sS -X POST ${quoted(sent.url)} \\`,
    ...headers,
    `  -H "X-Webhook-Signature: sha256=$SIGNATURE" \\`,
    `  --data-raw "$BODY"`,
  ].join('\n');
}

/** For a POSIX shell: inside single quotes only a single quote is special. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
