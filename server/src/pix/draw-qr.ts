import QRCode, { type BitMatrix } from 'qrcode';

/** White modules on each side, without which phones do not find the symbol. */
export const QUIET_ZONE = 4;

/** @throws Error if the text is too long for a QR code with error correction M (2,331 bytes) */
export function modulesOf(text: string): BitMatrix {
  return QRCode.create(text, { errorCorrectionLevel: 'M' }).modules;
}

export interface QrDrawing {
  /** Modules on each side, including the white margin. */
  readonly size: number;
  /** Each run of dark modules is one stroke, one module high. */
  readonly path: string;
}

/** @throws Error as `modulesOf` does */
export function drawQr(text: string): QrDrawing {
  const modules = modulesOf(text);
  const strokes: string[] = [];
  for (let row = 0; row < modules.size; row += 1) strokes.push(...strokesOf(modules, row));
  return { size: modules.size + 2 * QUIET_ZONE, path: strokes.join('') };
}

function strokesOf(modules: BitMatrix, row: number): string[] {
  const strokes: string[] = [];
  for (let x = 0; x < modules.size; x += 1) {
    const from = x;
    while (x < modules.size && modules.get(row, x)) x += 1;
    if (x > from) strokes.push(`M${from + QUIET_ZONE} ${row + QUIET_ZONE}.5h${x - from}`);
  }
  return strokes;
}
