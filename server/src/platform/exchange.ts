import type { Agent, Dispatcher } from 'undici';

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly origin: string;
  /** From the root, with its query. */
  readonly path: string;
  /** Alternating names and values. */
  readonly headers: string[];
  readonly body: string | null;
  readonly maxBytes: number;
  /** For the whole exchange. */
  readonly timeoutMs: number;
}

export interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** What the server calls the request; undefined unless it is a UUID. */
  readonly requestId: string | undefined;
  readonly contentType: string;
  /** Undefined if it is longer than `maxBytes`. */
  readonly text: string | undefined;
}

/** Interim 1xx responses: more than anybody has a reason to send. */
const MAX_INTERIM = 20;

/**
 * Sends a request once. Redirects are not followed, but returned like any other answer.
 * @throws Error unless a complete answer arrived, or more of it than is read
 */
export function exchange(agent: Agent, request: Request): Promise<Answer> {
  const { maxBytes, timeoutMs, ...options } = request;
  // Without this header a server may compress its answer, which is not decoded here.
  const sent = { ...options, headers: [...options.headers, 'accept-encoding', 'identity'] };
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const head = {
    status: 0,
    retryAfter: textOf(undefined),
    requestId: idOf(undefined),
    contentType: '',
  };
  const chunks: Buffer[] = [];
  let bytes = 0;
  let announced = 0;
  let control: Dispatcher.DispatchController | undefined;
  let tooLate: Error | undefined;
  const timer = setTimeout(() => {
    tooLate = new Error('no whole answer in time');
    control?.abort(tooLate);
    reject(tooLate);
  }, timeoutMs);
  const end = (text: string | undefined): void => {
    clearTimeout(timer);
    resolve({ ...head, text });
  };
  agent.dispatch(sent, {
    onRequestStart: (controller) => {
      control = controller;
      // A request that was waiting for a connection until now must not be sent any more.
      if (tooLate) controller.abort(tooLate);
    },
    onResponseStart: (controller, status, fields) => {
      if (status < 200 && ++announced > MAX_INTERIM) {
        controller.abort(new Error('announced without end'));
        return;
      }
      head.status = status;
      head.retryAfter = textOf(fields['retry-after']);
      head.requestId = idOf(fields['x-request-id']);
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
    onResponseError: (_, error) => {
      clearTimeout(timer);
      reject(error);
    },
  });
  return promise;
}

function idOf(field: string | readonly string[] | undefined): string | undefined {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.exec(textOf(field) ?? '')?.[0];
}

function textOf(field: string | readonly string[] | undefined): string | undefined {
  return typeof field === 'string' ? field : undefined;
}
