import { CliError } from './words.ts';

/** A webhook as somebody kept it: header names in small letters, the body byte for byte. */
export interface SavedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Reads a request as HTTP writes it (a first line or none, headers, an empty line, the body), or as
 * JSON with `headers` and `body`.
 * @throws CliError when it is neither
 */
export function readSavedRequest(file: Uint8Array): SavedRequest {
  const text = Buffer.from(file).toString('latin1');
  const request = /^\s*\{/.test(text) ? fromJson(file) : fromHttp(file, text);
  if (request) return request;
  throw new CliError('unreadable_request', {
    pt: 'O arquivo não é uma requisição: espera-se cabeçalhos, uma linha vazia e o corpo exato, ou um JSON com headers e body.',
    en: 'The file is no request: expected are headers, an empty line and the exact body, or JSON with headers and body.',
  });
}

function fromHttp(file: Uint8Array, text: string): SavedRequest | undefined {
  const gap = /\r?\n\r?\n/.exec(text);
  if (!gap) return undefined;
  const lines = text.slice(0, gap.index).split(/\r?\n/);
  const first = lines[0] ?? '';
  const named = /^(POST |HTTP\/)/i.test(first) ? lines.slice(1) : lines;
  const headers: Record<string, string> = {};
  for (const line of named) {
    // Tools that show requests put a mark before each line of what was sent.
    const [, name, value] = /^[<>]?\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) return undefined;
    headers[name.toLowerCase()] = value.trim();
  }
  return { headers, body: file.subarray(gap.index + gap[0].length) };
}

function fromJson(file: Uint8Array): SavedRequest | undefined {
  try {
    const told: unknown = JSON.parse(new TextDecoder().decode(file));
    if (typeof told !== 'object' || told === null) return undefined;
    const { headers, body } = told as { headers?: unknown; body?: unknown };
    if (typeof body !== 'string' || typeof headers !== 'object' || headers === null) {
      return undefined;
    }
    const named = Object.entries(headers).map(
      ([name, value]) => [name.toLowerCase(), String(value)] as const,
    );
    return { headers: Object.fromEntries(named), body: Buffer.from(body) };
  } catch {
    return undefined;
  }
}
