/** A provider that answers at once: of the wire only what creating a charge takes. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { crc16 } from '../src/pix/crc16.ts';
import { endWithParent } from '../src/platform/parent.ts';

endWithParent();
let charges = 0;
const codes = new Map<number, string>();

const server = createServer((request, response) => {
  // What it throws ends this process, and the run with it.
  void answer(request, response);
});
server.keepAliveTimeout = 120_000;
server.listen(Number(process.argv[2]), '127.0.0.1');

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ charges }));
    return;
  }
  // Our own adapter wrote it.
  const { amountInCents } = (await json(request)) as { amountInCents: number };
  charges += 1;
  const id = randomUUID().replaceAll('-', '');
  const charge = { id, qrCopyPaste: codeFor(amountInCents), qrImageUrl: '' };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ response: charge, async: false }));
}

function codeFor(amountInCents: number): string {
  const known = codes.get(amountInCents);
  if (known !== undefined) return known;
  const digits = String(amountInCents).padStart(3, '0');
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
