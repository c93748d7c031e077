import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';

/** Written at once when there are as many bytes, or when the first has waited as long. */
const CHUNK = 256 * 1_024;
const PAUSE_MS = 100;
/** Bytes that may wait for a reader; what comes then is counted and gone. */
const MOST_WAITING = 4 * 1_024 * 1_024;
/** In UTF-8, of a unit of a string. */
const MOST_BYTES_EACH = 3;
/** Who takes longer to read is not expected to read any more. */
const STUCK_MS = 1_000;
/** What a process at its end leaves a write under way to finish: the last lines would tear it. */
const LAST_WAIT_MS = 250;

/**
 * Writes lines beside the work: a reader that hangs holds up nobody. A process that is killed takes
 * the last tenth of a second with it; one that ends by itself takes nothing.
 * @param onLost a line was dropped, since too many wait
 */
export function openLines(descriptor: number, onLost?: () => void): { write(line: string): void } {
  // As bytes at once: a string that grows line by line would be put together when it is written.
  let waiting = Buffer.allocUnsafe(2 * CHUNK);
  let used = 0;
  /** What was written last; free by the time that the next is. */
  let leaving = Buffer.allocUnsafe(2 * CHUNK);
  let timer: NodeJS.Timeout | undefined;
  let writingSince: number | undefined;
  const begin = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (writingSince !== undefined || used === 0) return;
    writingSince = performance.now();
    const bytes = waiting.subarray(0, used);
    [waiting, leaving] = [leaving, waiting];
    // What a slow reader made wide does not stay so.
    if (waiting.length > 2 * CHUNK) waiting = Buffer.allocUnsafe(2 * CHUNK);
    used = 0;
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
      if (used >= CHUNK) begin();
      else if (used > 0) plan();
    });
  const plan = (): void => void (timer ??= setTimeout(begin, PAUSE_MS).unref());
  process.once('exit', () => {
    // The thread that waits for the reader would be waited for.
    if (performance.now() - (writingSince ?? Infinity) > STUCK_MS)
      process.kill(process.pid, 'SIGKILL');
    if (writingSince !== undefined && used > 0) waitMs(LAST_WAIT_MS);
    try {
      writeLast(descriptor, waiting.subarray(0, used));
    } catch {
      // Nobody reads any more, and nobody is left to be told.
    }
  });
  return {
    write: (line) => {
      if (used + line.length > MOST_WAITING) {
        onLost?.();
        return;
      }
      const most = used + line.length * MOST_BYTES_EACH;
      if (most > waiting.length) {
        const wider = Buffer.allocUnsafe(2 * most);
        waiting.copy(wider, 0, 0, used);
        waiting = wider;
      }
      used += waiting.write(line, used);
      if (used >= CHUNK) begin();
      else plan();
    },
  };
}

/** Ends though nobody reads: a pipe that is full is given up after a while. */
function writeLast(descriptor: number, bytes: Buffer): void {
  const unwaiting = reopened(descriptor);
  const until = performance.now() + STUCK_MS;
  for (let rest = bytes; rest.length > 0 && performance.now() < until;) {
    try {
      rest = rest.subarray(writeSync(unwaiting ?? descriptor, rest));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      waitMs(10);
    }
  }
}

/**
 * The same pipe for one who does not wait, without a change to those who share the descriptor.
 * Undefined where that cannot be had: a socket has no name, and another's pipe may not be opened.
 */
function reopened(descriptor: number): number | undefined {
  if (!fstatSync(descriptor).isFIFO()) return undefined;
  try {
    const path = `/proc/self/fd/${String(descriptor)}`;
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

function waitMs(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
