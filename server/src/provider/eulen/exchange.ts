import { Agent, type Dispatcher } from 'undici';

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** Where the provider's API begins, with or without a path. */
  readonly baseUrl: string;
  /** Behind the base, with its query. */
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: string | null;
}

export interface WireResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

const MAX_ANSWER_BYTES = 512 * 1024;

const agent = new Agent({
  connections: 128,
  keepAliveTimeout: 30_000,
  connect: { timeout: 5_000 },
});

/**
 * Sends a request once, on a connection that is kept; whatever it waits for, it waits `leftMs`.
 * @throws Error unless a whole answer of a sane size came
 */
export function exchange(request: WireRequest, leftMs: number): Promise<WireResponse> {
  const { origin, pathname } = placeOf(request.baseUrl);
  const { promise, resolve, reject } = Promise.withResolvers<WireResponse>();
  let control: Dispatcher.DispatchController | undefined;
  let tooLate: Error | undefined;
  const timer = setTimeout(() => {
    tooLate = new Error('no answer in time');
    control?.abort(tooLate);
    reject(tooLate);
  }, leftMs);
  const chunks: Buffer[] = [];
  let bytes = 0;
  let status = 0;
  let retryAfter: string | undefined;
  const { method, path, headers, body } = request;
  agent.dispatch(
    { origin, path: pathname + path, method, headers, body },
    {
      onRequestStart: (controller) => {
        control = controller;
        // What waited for a connection until now must not leave any more.
        if (tooLate) controller.abort(tooLate);
      },
      onResponseStart: (_, code, fields) => {
        status = code;
        const said = fields['retry-after'];
        retryAfter = typeof said === 'string' ? said : undefined;
      },
      onResponseData: (controller, chunk) => {
        bytes += chunk.length;
        if (bytes > MAX_ANSWER_BYTES) controller.abort(new Error('answer too large'));
        else chunks.push(chunk);
      },
      onResponseEnd: () => {
        clearTimeout(timer);
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status, retryAfter, text });
      },
      onResponseError: (_, error) => {
        clearTimeout(timer);
        reject(error);
      },
    },
  );
  return promise;
}

/** Of the few addresses that the settings name. */
const places = new Map<string, { readonly origin: string; readonly pathname: string }>();

function placeOf(baseUrl: string): { readonly origin: string; readonly pathname: string } {
  const known = places.get(baseUrl);
  if (known) return known;
  const { origin, pathname } = new URL(baseUrl);
  const place = { origin, pathname: pathname.replace(/\/$/, '') };
  places.set(baseUrl, place);
  return place;
}
