import { html } from 'htm/preact';
import type { VNode } from 'preact';
import QRCode from 'qrcode';

/** White modules on each side, without which phones do not find the symbol. */
const QUIET_ZONE = 4;

export interface QrDrawing {
  /** Modules on each side, including the white margin. */
  readonly size: number;
  /** Each run of dark modules is one stroke, one module high. */
  readonly path: string;
}

/** @throws Error if the text is too long for a QR code with error correction M (2,331 bytes) */
export function drawQr(text: string): QrDrawing {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const strokes: string[] = [];
  for (let row = 0; row < modules.size; row += 1) strokes.push(...strokesOf(modules, row));
  return { size: modules.size + 2 * QUIET_ZONE, path: strokes.join('') };
}

function strokesOf(modules: QRCode.BitMatrix, row: number): string[] {
  const strokes: string[] = [];
  for (let x = 0; x < modules.size; x += 1) {
    const from = x;
    while (x < modules.size && modules.get(row, x)) x += 1;
    if (x > from) strokes.push(`M${from + QUIET_ZONE} ${row + QUIET_ZONE}.5h${x - from}`);
  }
  return strokes;
}

export function qrSvg(text: string, label: string): VNode {
  const { size, path } = drawQr(text);
  const box = `0 0 ${size} ${size}`;
  return html`<svg
    id="qr"
    role="img"
    aria-label=${label}
    viewBox=${box}
    shape-rendering="crispEdges"
  >
    <path fill="#fff" d=${`M0 0h${size}v${size}H0z`} />
    <path stroke="#000" d=${path} />
  </svg>`;
}
