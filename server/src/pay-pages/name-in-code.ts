import { BrCodeError, parseBrCode } from '../pix/br-code.ts';

/** The payee that a Pix code names; undefined if the code is invalid or names nobody. */
export function nameInCode(pixQrCode: string): string | undefined {
  try {
    return parseBrCode(pixQrCode).name.trim() || undefined;
  } catch (error) {
    if (error instanceof BrCodeError) return undefined;
    throw error;
  }
}
