/**
 * A provider that answers at once and costs little: it creates charges, and reads them, always as
 * paid. It knows no more of HTTP than our own client uses.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { endWithParent } from '../src/platform/parent.ts';
import { crc16 } from '../src/pix/crc16.ts';

endWithParent();
let charges = 0;
const codes = new Map<string, string>();

const server = createServer({ noDelay: true }, (socket) => {
  let rest = '';
  socket.setEncoding('latin1');
  socket.on('data', (part) => {
    rest += String(part);
    for (let end = endOfRequest(rest); end !== undefined; end = endOfRequest(rest)) {
      answer(socket, rest.slice(0, end));
      rest = rest.slice(end);
    }
  });
  socket.on('error', () => socket.destroy());
});
server.listen(Number(process.argv[2]), '127.0.0.1');

/** The length of the first request in the text, once it is complete. */
function endOfRequest(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = text.startsWith('GET')
    ? 0
    : Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1]);
  const end = head + 4 + length;
  return text.length < end ? undefined : end;
}

function answer(socket: Socket, request: string): void {
  const amount = /"amountInCents":(\d+)/.exec(request)?.[1];
  if (amount !== undefined) {
    charges += 1;
    const id = randomUUID().replaceAll('-', '');
    const code = codeFor(amount);
    const charge = `{"id":"${id}","qrCopyPaste":"${code}","qrImageUrl":""}`;
    send(socket, `{"response":${charge},"async":false}`);
    return;
  }
  if (/^GET \S*\/deposits\?/.test(request)) {
    // It lists nothing, so that the worker reads charge by charge.
    send(socket, '{"response":[],"async":false}');
    return;
  }
  const ref = /^GET \S*\/deposit-status\?id=(\w+)/.exec(request)?.[1];
  if (ref === undefined) send(socket, JSON.stringify({ charges }));
  else send(socket, `{"response":${readingOf(ref)},"async":false}`);
}

function send(socket: Socket, body: string): void {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nkeep-alive: timeout=120`;
  const text = `${head}\r\ncontent-length: ${String(body.length)}\r\n\r\n${body}`;
  socket.write(text, 'latin1');
}

/** Every charge of a run is for the same amount. */
function readingOf(ref: string): string {
  return JSON.stringify({
    qrId: ref,
    status: 'depix_sent',
    valueInCents: 5_199,
    expiration: null,
    blockchainTxID: ref.repeat(2),
  });
}

function codeFor(amountInCents: string): string {
  const known = codes.get(amountInCents);
  if (known !== undefined) return known;
  const digits = amountInCents.padStart(3, '0');
  const account = field('00', 'br.gov.bcb.pix') + field('25', 'bench.example/pix/1');
  const text = [
    ...[field('00', '01'), field('26', account), field('52', '0000'), field('53', '986')],
    field('54', `${digits.slice(0, -2)}.${digits.slice(-2)}`),
    ...[field('58', 'BR'), field('59', 'BENCH'), field('60', 'SAO PAULO')],
    ...[field('62', field('05', '***')), '6304'],
  ].join('');
  const code = text + crc16(text);
  codes.set(amountInCents, code);
  return code;
}

function field(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}
