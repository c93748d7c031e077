import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** Encrypts the personal data in the books, so that a stolen table reveals nothing about people. */
export interface Vault {
  /** `v1:<base64>`; it decrypts only in the same column. */
  seal(column: string, plain: string): string;
  open(column: string, sealed: string): string;
  /** Deterministic, for equality search; nothing can be read from it. */
  digest(column: string, plain: string): string;
}

/** The key is derived from the control secret, which every process of one sandbox shares. */
export function openVault(secret: string): Vault {
  // Raw bytes would be turned into a key object at each use, which costs more than the use itself.
  const derive = (use: string): KeyObject =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'ponte books', use, 32)));
  const [sealing, indexing] = [derive('sealing'), derive('index')];
  return {
    seal: (column, plain) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(column));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `v1:${Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64')}`;
    },
    open: (column, sealed) => {
      const body = Buffer.from(sealed.slice('v1:'.length), 'base64');
      const decipher = createDecipheriv('aes-256-gcm', sealing, body.subarray(0, 12))
        .setAAD(Buffer.from(column))
        .setAuthTag(body.subarray(-16));
      return decipher.update(body.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
    },
    digest: (column, plain) =>
      createHmac('sha256', indexing).update(`${column}\0${plain}`).digest('hex'),
  };
}
