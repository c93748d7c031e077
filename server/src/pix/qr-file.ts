import QRCode from 'qrcode';

/** A drawing in a file of its own, black on white, with the quiet zone that phones need. */
export function qrFile(text: string): Promise<string> {
  return QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 });
}
