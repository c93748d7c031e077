import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A passkey in software, as far as a page ever sees one: it answers what a server asks. */
export interface Authenticator {
  readonly credentialId: string;
  /** Responds to the options of a registration. */
  create(options: Asked, change?: Partial<Doing>): object;
  /** Responds to the options of a sign-in. */
  get(options: Asked, change?: Partial<Doing>): object;
}

type Asked = Readonly<Record<string, unknown>>;

/** What an honest one does, unless told otherwise. */
interface Doing {
  readonly origin: string;
  readonly rpId: string;
  readonly userVerified: boolean;
  readonly challenge: string;
  /** Signs the response with this key. */
  readonly key: KeyObject;
  readonly counter: number;
}

const NO_MODEL = Buffer.alloc(16);

export function openAuthenticator(origin: string): Authenticator {
  const rpId = new URL(origin).hostname;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(24);
  let signed = 0;
  const honest = { origin, rpId, userVerified: true, key: privateKey };
  const base = { id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {} };
  const doingOf = (options: Asked, change: Partial<Doing>): Doing => {
    signed += 1;
    return { ...honest, challenge: String(options['challenge']), counter: signed, ...change };
  };
  return {
    credentialId: text(id),
    create: (options, change = {}) => {
      const doing = doingOf(options, change);
      const credential = Buffer.concat([NO_MODEL, twoBytes(id.length), id, coseOf(publicKey)]);
      const data = Buffer.concat([authenticatorData(doing, 0x40), credential]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(data),
      ]);
      return {
        ...base,
        response: {
          clientDataJSON: text(clientData('webauthn.create', doing)),
          attestationObject: text(attestation),
          transports: ['internal'],
        },
      };
    },
    get: (options, change = {}) => {
      const doing = doingOf(options, change);
      const data = authenticatorData(doing, 0);
      const client = clientData('webauthn.get', doing);
      const hash = createHash('sha256').update(client).digest();
      return {
        ...base,
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(sign('sha256', Buffer.concat([data, hash]), doing.key)),
        },
      };
    },
  };
}

function clientData(type: string, { challenge, origin }: Doing): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData({ rpId, userVerified, counter }: Doing, flags: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const present = 0x01 | (userVerified ? 0x04 : 0) | flags;
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([present]), count]);
}

/** An EC2 key of P-256 for ES256, in COSE. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
}

function cborText(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

function cborBytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, value.length]), value]);
}

function twoBytes(value: number): Buffer {
  return Buffer.from([value >> 8, value & 255]);
}

function text(value: Buffer): string {
  return value.toString('base64url');
}
