/**
 * A receiver of webhooks: on its first port it answers 204 at once, on its second one never. On its
 * parent's request it reports when each event first came to each URL, by the clock all processes
 * share.
 */
import { createServer } from 'node:http';
import { createServer as createSilentServer } from 'node:net';
import { endWithParent } from '../../src/platform/parent.ts';

endWithParent();
const [port = '', silentPort = ''] = process.argv.slice(2);
const firsts = new Map<string, number>();

const server = createServer((request, response) => {
  const name = `${String(request.headers['webhook-id'])} http://${request.headers.host ?? ''}${request.url ?? ''}`;
  if (!firsts.has(name)) firsts.set(name, performance.timeOrigin + performance.now());
  request.resume().on('end', () => response.writeHead(204).end());
});
server.keepAliveTimeout = 120_000;
server.listen(Number(port), '127.0.0.1');

// On every address of this machine, so that each endpoint can have its own.
createSilentServer((socket) => {
  socket.on('error', () => undefined).resume();
}).listen({ port: Number(silentPort), host: '0.0.0.0', backlog: 4_096 });

process.on('message', () => {
  process.send?.([...firsts]);
  firsts.clear();
});
