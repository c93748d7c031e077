import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Scope } from './database.ts';
import { listen } from './listen.ts';
import { PEOPLE } from './people.ts';

/** A live provider that refuses everything, and echoes what it was sent in each refusal. */
export async function openEchoProvider(scope: Scope): Promise<string> {
  let turn = 0;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      turn += 1;
      const told = `${request.url ?? ''} ${body} ${request.headers.authorization ?? ''}`;
      const named = `${told} ${PEOPLE.payerName} ${PEOPLE.strangerName.toLowerCase()}`;
      const answers = [
        [520, JSON.stringify({ response: { errorMessage: `Payer ${named} is blocked` } })],
        [422, JSON.stringify({ response: { errorMessage: `compliance: ${named}` } })],
        [400, JSON.stringify({ response: { errorMessage: `invalid tax number ${named}` } })],
        [500, `<html>${named}</html>`],
        [200, JSON.stringify({ response: { id: named, qrCopyPaste: named } })],
        [403, JSON.stringify({ response: { errorMessage: `not permitted: ${named}` } })],
      ] as const;
      const [status, answer] = answers[turn % answers.length] ?? answers[0];
      response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
    });
  });
  const port = await listen(server);
  scope.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${String(port)}`;
}
