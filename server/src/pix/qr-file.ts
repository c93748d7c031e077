import QRCode from 'qrcode';

/** An SVG file, black on white, with the quiet zone that phones need. */
export function qrFile(text: string): Promise<string> {
  return QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 });
}
