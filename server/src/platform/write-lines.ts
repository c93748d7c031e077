import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';

/** Written as soon as there are this many bytes, or when the first has waited this long. */
const CHUNK = 256 * 1_024;
const PAUSE_MS = 100;
/** How many bytes may wait for a reader; further lines are counted and dropped. */
const MAX_WAITING = 4 * 1_024 * 1_024;
/** The most UTF-8 bytes per UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;
/** A reader that takes longer is assumed to be gone. */
const STUCK_MS = 1_000;
/** How long an exiting process lets a write in flight finish, which its last lines would split. */
const LAST_WAIT_MS = 250;

/**
 * Writes lines in the background, so that a reader that hangs delays nobody. A killed process loses
 * its last tenth of a second; one that exits by itself loses nothing.
 * @param onLost called for a line that is dropped: too many are waiting, or a full disk refused it
 */
export function openLines(descriptor: number, onLost?: () => void): { write(line: string): void } {
  // Encoded at once: a string built line by line would be flattened when it is written.
  let waiting = Buffer.allocUnsafe(2 * CHUNK);
  let used = 0;
  /** The previous chunk; its write has ended by the time the next one starts. */
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
    // A buffer that grew because of a slow reader shrinks again.
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
      if (error) countLines(rest, onLost);
      writingSince = undefined;
      if (used >= CHUNK) begin();
      else if (used > 0) plan();
    });
  const plan = (): void => void (timer ??= setTimeout(begin, PAUSE_MS).unref());
  process.once('exit', () => {
    // Exiting would wait for the thread that is blocked by the reader.
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
      if (used + line.length > MAX_WAITING) {
        onLost?.();
        return;
      }
      const most = used + line.length * MAX_BYTES_PER_UNIT;
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

function countLines(bytes: Buffer, onLine?: () => void): void {
  for (let at = bytes.indexOf('\n'); at >= 0; at = bytes.indexOf('\n', at + 1)) onLine?.();
}

/** Finishes even if nobody reads: gives up on a full pipe after a while. */
function writeLast(descriptor: number, bytes: Buffer): void {
  const nonBlocking = reopened(descriptor);
  const until = performance.now() + STUCK_MS;
  for (let rest = bytes; rest.length > 0 && performance.now() < until;) {
    try {
      rest = rest.subarray(writeSync(nonBlocking ?? descriptor, rest));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      waitMs(10);
    }
  }
}

/**
 * The same pipe, opened as non-blocking without affecting others who share the descriptor.
 * Undefined if that is impossible: a socket has no path, and somebody else's pipe may not be
 * opened.
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
