import { once } from 'node:events';
import { type IncomingMessage, request as open } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Answer } from './contract/requests.ts';
import { until } from './receiver.ts';

export interface HeldBack {
  /** Sends the body, not before everything cached about the caller has expired. */
  send(): Promise<Answer>;
}

const HELD_MS = 600;

/** Sends the head of a `POST`; its body follows once the server has started on it. */
export async function holdBack(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): Promise<HeldBack> {
  const payload = JSON.stringify(body);
  const outgoing = open(url, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(payload),
      expect: '100-continue',
      ...headers,
    },
  });
  const answered = once(outgoing, 'response');
  outgoing.flushHeaders();
  await once(outgoing, 'continue');
  const begun = performance.now();
  return {
    send: async () => {
      await until(() => performance.now() - begun > HELD_MS);
      outgoing.end(payload);
      const [response] = (await answered) as [IncomingMessage];
      const read = await text(response);
      // Every JSON response of ours is an object.
      const parsed = read === '' ? {} : (JSON.parse(read) as Record<string, unknown>);
      const { statusCode: status = 0 } = response;
      return { status, headers: response.headers, text: read, body: parsed };
    },
  };
}
