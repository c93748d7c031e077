import { Agent, type Dispatcher } from 'undici';

export interface ServerRequest {
  /** Where the API begins, with or without a path. */
  readonly base: URL;
  /** Behind the base. */
  readonly path: string;
  readonly maxBytes: number;
  /** For all of it, whatever it waits for. */
  readonly timeoutMs: number;
}

export interface ServerAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly contentType: string;
  /** Undefined where it is longer than was asked for. */
  readonly text: string | undefined;
}

/** So many answers are held at once at most. A redirect is an answer like any other. */
const agent = new Agent({
  connections: 4,
  keepAliveTimeout: 30_000,
  connect: { timeout: 5_000 },
});

/** Asks once. @throws Error unless a whole answer came, or more of it than is read */
export function exchange(request: ServerRequest): Promise<ServerAnswer> {
  const { base, path, maxBytes, timeoutMs } = request;
  const { promise, resolve, reject } = Promise.withResolvers<ServerAnswer>();
  const head = { status: 0, retryAfter: textOf(undefined), contentType: '' };
  const chunks: Buffer[] = [];
  let bytes = 0;
  let control: Dispatcher.DispatchController | undefined;
  let tooLate: Error | undefined;
  const end = (text: string | undefined): void => resolve({ ...head, text });
  const timer = setTimeout(() => {
    tooLate = new Error('no whole answer in time');
    control?.abort(tooLate);
    reject(tooLate);
  }, timeoutMs);
  void promise.finally(() => clearTimeout(timer)).catch(() => undefined);
  agent.dispatch(
    { origin: base.origin, path: placeOf(base) + path, method: 'GET', headers: headersOf(base) },
    {
      onRequestStart: (controller) => {
        control = controller;
        // What waited for a connection until now must not leave any more.
        if (tooLate) controller.abort(tooLate);
      },
      onResponseStart: (_, status, fields) => {
        head.status = status;
        head.retryAfter = textOf(fields['retry-after']);
        head.contentType = textOf(fields['content-type']) ?? '';
      },
      onResponseData: (controller, chunk) => {
        bytes += chunk.length;
        chunks.push(chunk);
        if (bytes <= maxBytes) return;
        end(undefined);
        controller.abort(new Error('enough was read'));
      },
      onResponseEnd: () => end(Buffer.concat(chunks).toString('utf8')),
      onResponseError: (_, error) => reject(error),
    },
  );
  return promise;
}

function placeOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '');
}

/** What stands before the host of an address is a password for it. */
function headersOf({ username, password }: URL): Record<string, string> {
  const known = { accept: 'application/json, text/plain', 'user-agent': 'ponte' };
  if (username === '' && password === '') return known;
  const words = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { ...known, authorization: `Basic ${Buffer.from(words).toString('base64')}` };
}

function textOf(field: string | readonly string[] | undefined): string | undefined {
  return typeof field === 'string' ? field : undefined;
}
