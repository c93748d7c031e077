import type { Secp256k1ZKP } from '@vulpemventures/secp256k1-zkp';

let loaded: Promise<Secp256k1ZKP> | undefined;

/** The cryptography of confidential amounts, in WebAssembly; never loaded if nothing is hidden. */
export function loadZkp(): Promise<Secp256k1ZKP> {
  loaded ??= import('@vulpemventures/secp256k1-zkp').then(({ default: zkp }) => zkp.default());
  return loaded;
}
