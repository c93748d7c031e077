import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { Compile } from 'typebox/compile';
import { ChainProof } from './proof.ts';

/** Room for the longest transaction in hex, and for what is said of it. */
const MOST_BYTES = 9_000_000;

const Proof = Compile(ChainProof);

/** Nothing where there is no such file, or it holds no proof. */
export async function readProof(path: string): Promise<ChainProof | undefined> {
  try {
    // What is longer is cut off, and so is no JSON any more.
    const proof: unknown = JSON.parse(await text(createReadStream(path, { end: MOST_BYTES })));
    return Proof.Check(proof) ? proof : undefined;
  } catch {
    // No file, a directory, no permission, no JSON.
    return undefined;
  }
}
