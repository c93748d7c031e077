import { CliError } from './words.ts';

/** A saved webhook: lower-case header names, and the exact bytes of the body. */
export interface SavedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Parses a request in HTTP format (an optional first line, headers, an empty line, the body), or in
 * JSON with `headers` and `body`.
 * @throws CliError if it is neither
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
    // Tools that show requests prefix each line of what was sent.
    const [, name, value] = /^[<>]?\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) return undefined;
    headers[name.toLowerCase()] = value.trim();
  }
  return { headers, body: file.subarray(gap.index + gap[0].length) };
}

function fromJson(file: Uint8Array): SavedRequest | undefined {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(file));
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const { headers, body } = parsed as { headers?: unknown; body?: unknown };
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
