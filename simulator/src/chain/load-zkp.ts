import type { Secp256k1ZKP } from '@vulpemventures/secp256k1-zkp';

let loaded: Promise<Secp256k1ZKP> | undefined;

/** The cryptography of confidential amounts, in WebAssembly; never loaded if nothing is hidden. */
export function loadZkp(): Promise<Secp256k1ZKP> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<Secp256k1ZKP> {
  const { default: zkp } = await import('@vulpemventures/secp256k1-zkp');
  return zkp.default();
}
