import QRCode from 'qrcode';
import { QUIET_ZONE } from './draw-qr.ts';

/** An SVG file of a QR code, black on white. */
export function qrFile(text: string): Promise<string> {
  return QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: QUIET_ZONE });
}
