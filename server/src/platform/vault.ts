import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomFillSync,
} from 'node:crypto';

/** Encrypts fields and makes blind indexes of them, so that a stolen table reveals nothing. */
export interface Vault {
  /** The id of the key that seals. */
  readonly presentKey: string;
  /** The ids of all keys, the present one first. */
  readonly keyIds: readonly string[];
  /** `v1:<key id>:<base64>`; `place` (table.column) must be the same when it is opened. */
  seal(place: string, plain: string): string;
  open(place: string, sealed: string): string;
  /** A keyed digest for equality, made with the present key. */
  digest(place: string, plain: string): Buffer;
  /** The digests under every key, to look up rows that an older key wrote. */
  digests(place: string, plain: string): Buffer[];
  /** Whether one of the digests is this one. */
  isDigestOf(digest: Buffer, place: string, plain: string): boolean;
  /** What `recall` needs when the key itself is gone. It decrypts nothing. */
  digestSecretOf(keyId: string): string;
  /** Lets `digests` cover a key that is gone; repeating it changes nothing. */
  recall(keyId: string, digestSecret: string): void;
}

interface Key {
  readonly id: string;
  readonly secret: KeyObject;
  readonly digestSecret: KeyObject;
}

/** @param keys `id:base64[,id:base64…]`, 32 bytes each; the first one encrypts, all decrypt. */
export function openVault(keys: string): Vault {
  const ring = keys.split(',').map(readKey);
  const [present] = ring;
  if (!present) throw new Error('PONTE_ENCRYPTION_KEYS is empty');
  const byId = new Map(ring.map((key) => [key.id, key]));
  if (byId.size < ring.length) throw new Error('PONTE_ENCRYPTION_KEYS names one key id twice');
  const digestSecrets = new Map(ring.map((key) => [key.id, key.digestSecret]));
  const digests = (place: string, plain: string): Buffer[] =>
    [...digestSecrets.values()].map((secret) => digest(secret, place, plain));
  return {
    presentKey: present.id,
    keyIds: [...byId.keys()],
    seal: (place, plain) => seal(present, place, plain),
    open: (place, sealed) => open(byId, place, sealed),
    digest: (place, plain) => digest(present.digestSecret, place, plain),
    digests,
    isDigestOf: (known, place, plain) => digests(place, plain).some((one) => one.equals(known)),
    digestSecretOf: (keyId) => exportOf(byId.get(keyId)),
    recall: (keyId, digestSecret) => {
      if (byId.has(keyId)) return;
      digestSecrets.set(keyId, createSecretKey(digestSecret, 'base64'));
    },
  };
}

function readKey(text: string): Key {
  const [, id, encoded] = /^([a-z0-9]{1,16}):([A-Za-z0-9+/]{43}=)$/.exec(text.trim()) ?? [];
  if (id === undefined || encoded === undefined) {
    throw new Error('PONTE_ENCRYPTION_KEYS must be id:base64 of 32 bytes, separated by commas');
  }
  const secret = createSecretKey(encoded, 'base64');
  const digestKey = hkdfSync('sha256', secret, '', 'ponte blind index', 32);
  const digestSecret = createSecretKey(Buffer.from(digestKey));
  return { id, secret, digestSecret };
}

/** The key that a sealed text was sealed with. */
export function keyIdOf(sealed: string): string {
  return sealed.split(':')[1] ?? '';
}

const NONCE_BYTES = 12;
/** A system call for randomness costs more than sealing, so many nonces are drawn at once. */
const nonces = Buffer.alloc(NONCE_BYTES * 256);
let noncesUsed = nonces.length;

/** Random bytes that no other nonce uses; must be used before the next one is requested. */
function nextNonce(): Buffer {
  if (noncesUsed === nonces.length) {
    randomFillSync(nonces);
    noncesUsed = 0;
  }
  noncesUsed += NONCE_BYTES;
  return nonces.subarray(noncesUsed - NONCE_BYTES, noncesUsed);
}

function seal(key: Key, place: string, plain: string): string {
  const nonce = nextNonce();
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce).setAAD(Buffer.from(place));
  const body = Buffer.concat([
    nonce,
    cipher.update(plain, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return `v1:${key.id}:${body.toString('base64')}`;
}

function open(keys: ReadonlyMap<string, Key>, place: string, sealed: string): string {
  const [version, id, encoded] = sealed.split(':');
  const key = keys.get(id ?? '');
  if (version !== 'v1' || !key || encoded === undefined) {
    throw new Error(`no key in PONTE_ENCRYPTION_KEYS opens this ${place}`);
  }
  const body = Buffer.from(encoded, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key.secret, body.subarray(0, 12))
    .setAAD(Buffer.from(place))
    .setAuthTag(body.subarray(-16));
  return decipher.update(body.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
}

function exportOf(key: Key | undefined): string {
  if (!key) throw new Error('there is no such key in PONTE_ENCRYPTION_KEYS');
  return key.digestSecret.export().toString('base64');
}

function digest(digestSecret: KeyObject, place: string, plain: string): Buffer {
  return createHmac('sha256', digestSecret).update(`${place}\0${plain}`).digest();
}
