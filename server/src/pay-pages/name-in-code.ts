import { BrCodeError, parseBrCode } from '../pix/br-code.ts';

/** Who receives, as a PIX code says; undefined where it does not say so in a sound way. */
export function nameInCode(pixQrCode: string): string | undefined {
  try {
    return parseBrCode(pixQrCode).name.trim() || undefined;
  } catch (error) {
    if (error instanceof BrCodeError) return undefined;
    throw error;
  }
}
