import type { Secp256k1ZKP } from '@vulpemventures/secp256k1-zkp';
import { cachePromise } from '../platform/cache-promise.ts';

export type Zkp = Secp256k1ZKP;

/** The cryptography of hidden amounts: tens of megabytes of WebAssembly, loaded on first use. */
export const loadZkp = cachePromise(async (): Promise<Zkp> => {
  const { default: zkp } = await import('@vulpemventures/secp256k1-zkp');
  return zkp.default();
});
