import type { CallOptions, Client } from './request.ts';

export type Health = ReturnType<typeof openHealth>;

export function openHealth({ call }: Client) {
  return {
    /** Whether the process is alive. */
    check: (options?: CallOptions) =>
      call<{ readonly status: 'ok' }>({ method: 'GET', path: '/healthz' }, options),
    /** Whether it can serve; `unavailable` is retried like any other failure. */
    ready: (options?: CallOptions) =>
      call<{ readonly status: 'ready' }>({ method: 'GET', path: '/readyz' }, options),
  };
}
