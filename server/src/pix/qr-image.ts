import { crc32, deflateSync } from 'node:zlib';
import type { BitMatrix } from 'qrcode';
import { modulesOf, QUIET_ZONE } from './draw-qr.ts';

const MIN_WIDTH_PX = 512;
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * A PNG of at least 512 px with one bit per pixel; the package uses 32, and takes many times
 * longer.
 * @throws Error as `modulesOf` does
 */
export function qrPng(text: string): Buffer {
  const modules = modulesOf(text);
  const size = modules.size + 2 * QUIET_ZONE;
  // Whole pixels per module keep edges crisp, so the width is a multiple and not exactly 512.
  const scale = Math.ceil(MIN_WIDTH_PX / size);
  const lines = Array.from({ length: size }, (_, row) => {
    const bits = Array.from({ length: size }, (_bit, column) =>
      (isDark(modules, row - QUIET_ZONE, column - QUIET_ZONE) ? '0' : '1').repeat(scale),
    );
    const octets = bits.join('').match(/.{1,8}/g) ?? [];
    // Each line starts with its filter type: none.
    const line = Buffer.from([
      0,
      ...octets.map((octet) => Number.parseInt(octet.padEnd(8, '0'), 2)),
    ]);
    return Array.from({ length: scale }, () => line);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size * scale, 0);
  header.writeUInt32BE(size * scale, 4);
  // One bit per pixel; the zeros after it mean greyscale and the default methods.
  header[8] = 1;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function isDark({ size, data }: BitMatrix, row: number, column: number): boolean {
  const isInside = Math.min(row, column) >= 0 && Math.max(row, column) < size;
  return isInside && data[row * size + column] === 1;
}

/** Length, type, data, and the CRC of the last two. */
function chunk(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
