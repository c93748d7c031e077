/** Keyed with the whole secret as text. */
export async function plainSignature(
  secret: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const digest = await digestOf(new TextEncoder().encode(secret), body);
  return `sha256=${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** As in Standard Webhooks: keyed with the decoded bytes of the secret. */
export async function standardSignature(
  secret: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const digest = await digestOf(keyOf(secret), content);
  return `v1,${btoa(String.fromCharCode(...digest))}`;
}

/** What Standard Webhooks sign: the event's id, the time of the attempt and the body. */
export function signedContent(
  id: string,
  timestamp: string,
  body: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  return content;
}

/** Takes the same time whichever character differs. */
export function isOneOf(claimed: readonly string[], expected: string): boolean {
  let found = false;
  for (const one of claimed) {
    let difference = one.length ^ expected.length;
    for (let index = 0; index < expected.length; index += 1) {
      difference |= one.charCodeAt(index) ^ expected.charCodeAt(index);
    }
    if (difference === 0) found = true;
  }
  return found;
}

async function digestOf(
  secret: Uint8Array<ArrayBuffer>,
  content: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, hmac, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, content));
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (char) => char.charCodeAt(0));
}
