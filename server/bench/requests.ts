/** A request in wire format, built once and sent again and again. */
export interface ReadyRequest {
  readonly text: string;
  /** Whose it is, as a number assigned by the caller. */
  readonly account: number;
  /** The id that the response must contain. */
  readonly id?: string;
}

/** Placeholder for an idempotency key, replaced each time by a random UUID of this length. */
export const KEY_PLACE = '~'.repeat(36);

export function postRequest(
  path: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): string {
  const text = JSON.stringify(body);
  const all = {
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
  };
  return `POST ${path} HTTP/1.1\r\n${linesOf(all)}\r\n${text}`;
}

export function getRequest(path: string, headers: Readonly<Record<string, string>>): string {
  return `GET ${path} HTTP/1.1\r\n${linesOf(headers)}\r\n`;
}

function linesOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries({ Host: '127.0.0.1', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}
