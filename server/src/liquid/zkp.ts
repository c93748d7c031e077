import type { Secp256k1ZKP } from '@vulpemventures/secp256k1-zkp';

export type Zkp = Secp256k1ZKP;

let loaded: Promise<Zkp> | undefined;

/** The cryptography of hidden amounts: tens of megabytes of WebAssembly, loaded on first use. */
export function loadZkp(): Promise<Zkp> {
  loaded ??= import('@vulpemventures/secp256k1-zkp').then(({ default: zkp }) => zkp.default());
  return loaded;
}
