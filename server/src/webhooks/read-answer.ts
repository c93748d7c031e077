import type { Readable } from 'node:stream';

const READ_LIMIT = 64 * 1024;
const KEPT_BYTES = 1_024;

/**
 * Reads an answer up to 64 KiB, as it came over the wire, and keeps the beginning for people to
 * see. A receiver that ends the connection early has answered all the same: only its status counts.
 * @throws when the signal ends the reading.
 */
export async function readAnswer(body: Readable, signal: AbortSignal): Promise<string> {
  const kept: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      // A request body without an encoding yields nothing but buffers.
      const bytes = chunk as Buffer;
      if (length < KEPT_BYTES) kept.push(bytes.subarray(0, KEPT_BYTES - length));
      length += bytes.length;
      // Leaving the loop destroys the stream, and with it the connection.
      if (length >= READ_LIMIT) break;
    }
  } catch (error) {
    if (signal.aborted) throw error;
  }
  return printable(Buffer.concat(kept));
}

/** PostgreSQL's text takes no NUL, and a terminal should get no control characters. */
function printable(bytes: Buffer): string {
  // `stream` leaves out a character that the limit cut in two.
  const text = new TextDecoder().decode(bytes, { stream: true });
  return text.replaceAll(/(?![\n\r\t])\p{Cc}/gu, '\uFFFD');
}
