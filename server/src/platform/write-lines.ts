import { write, writeSync } from 'node:fs';

/** Written at once when there are as many characters, or when the first has waited as long. */
const CHUNK = 64 * 1_024;
const PAUSE_MS = 100;
/** Characters that may wait for a reader; what comes then is counted and gone. */
const MOST_WAITING = 4 * 1_024 * 1_024;
/** Who takes longer to read is not expected to read any more. */
const STUCK_MS = 1_000;

/**
 * Writes lines beside the work: a reader that hangs holds up nobody. A process that is killed takes
 * the last tenth of a second with it; one that ends by itself takes nothing.
 * @param onLost a line was dropped, since too many wait
 */
export function openLines(descriptor: number, onLost?: () => void): { write(line: string): void } {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  let writingSince: number | undefined;
  const begin = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (writingSince !== undefined || waiting === '') return;
    writingSince = performance.now();
    const bytes = Buffer.from(waiting);
    waiting = '';
    put(bytes);
  };
  const put = (bytes: Buffer): void =>
    write(descriptor, bytes, (error, written) => {
      const rest = error ? bytes : bytes.subarray(written);
      if (rest.length > 0 && (error === null || error.code === 'EAGAIN')) {
        setTimeout(put, error ? PAUSE_MS : 0, rest);
        return;
      }
      writingSince = undefined;
      if (waiting.length >= CHUNK) begin();
      else if (waiting !== '') plan();
    });
  const plan = (): void => void (timer ??= setTimeout(begin, PAUSE_MS).unref());
  process.once('exit', () => {
    // The thread that waits for the reader would be waited for.
    if (performance.now() - (writingSince ?? Infinity) > STUCK_MS)
      process.kill(process.pid, 'SIGKILL');
    try {
      writeSync(descriptor, waiting);
    } catch {
      // Nobody reads any more, and nobody is left to be told.
    }
  });
  return {
    write: (line) => {
      if (waiting.length + line.length > MOST_WAITING) {
        onLost?.();
        return;
      }
      waiting += line;
      if (waiting.length >= CHUNK) begin();
      else plan();
    },
  };
}
