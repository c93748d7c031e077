import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';

/** Asks on standard error, so that the command's output can be redirected. */
export function ask(input: ReadStream, output: Writable, question: string): Promise<string> {
  const lines = createInterface({ input, output, terminal: true });
  return new Promise((resolve, reject) => {
    lines.once('SIGINT', () => {
      lines.close();
      process.kill(process.pid, 'SIGINT');
    });
    lines.once('close', () => reject(new Error('nothing was typed')));
    lines.question(question, (answer) => {
      resolve(answer.trim());
      lines.close();
    });
  });
}

/** The same for a secret: what is typed is not shown. */
export async function askHidden(
  input: ReadStream,
  output: WriteStream,
  question: string,
): Promise<string> {
  output.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    return await ask(input, nowhere, '');
  } finally {
    output.write('\n');
  }
}
