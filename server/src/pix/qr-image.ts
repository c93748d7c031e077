import QRCode from 'qrcode';

/**
 * Four modules of white around the symbol: the standard's quiet zone, without which phones fail to
 * find it.
 */
const QUIET_ZONE = 4;
const MIN_WIDTH_PX = 512;

/**
 * A PNG of at least 512 px.
 * @throws Error when the text is too long for a QR code of error correction M (2,331 bytes)
 */
export async function qrPng(text: string): Promise<Buffer> {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  // Whole pixels per module keep every edge crisp, so the width is a multiple and not exactly 512.
  const scale = Math.ceil(MIN_WIDTH_PX / (modules.size + 2 * QUIET_ZONE));
  return QRCode.toBuffer(text, { errorCorrectionLevel: 'M', margin: QUIET_ZONE, scale });
}
