/** A receiver that accepts anything, answers at once, and reports how much it was. */
import { createServer } from 'node:net';
import { endWithParent } from '../src/platform/parent.ts';

const HEAD_ENDS = '\r\n\r\n';
const NOTHING = Buffer.from('HTTP/1.1 204 No Content\r\nkeep-alive: timeout=120\r\n\r\n');

endWithParent();
let taken = 0;
const server = createServer({ noDelay: true }, (socket) => {
  let rest = '';
  socket.setEncoding('latin1').on('error', () => socket.destroy());
  socket.on('data', (part) => {
    rest += String(part);
    for (;;) {
      const head = rest.indexOf(HEAD_ENDS);
      if (head < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(rest.slice(0, head))?.[1] ?? '0';
      const end = head + HEAD_ENDS.length + Number(length);
      if (rest.length < end) return;
      const isQuestion = rest.startsWith('GET');
      rest = rest.slice(end);
      if (!isQuestion) taken += 1;
      socket.write(isQuestion ? tell() : NOTHING);
    }
  });
});
server.listen(Number(process.argv[2]), '127.0.0.1');

function tell(): string {
  const body = JSON.stringify({ taken });
  return `HTTP/1.1 200 OK\r\ncontent-length: ${String(body.length)}${HEAD_ENDS}${body}`;
}
