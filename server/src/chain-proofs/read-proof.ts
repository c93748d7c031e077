import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { Compile } from 'typebox/compile';
import { cleanText } from '../platform/clean-text.ts';
import { isObject } from '../platform/json.ts';
import { ChainProof } from './proof.ts';

/** Enough for the longest transaction in hex, and the rest of a proof. */
const MAX_BYTES = 9_000_000;

const Proof = Compile(ChainProof);

/** The content of a file; if it is a refusal of the API, its message. */
export type Reading =
  | { readonly kind: 'proof'; readonly proof: ChainProof }
  | { readonly kind: 'refusal'; readonly message: string }
  | { readonly kind: 'absent' | 'other' };

export async function readProof(path: string): Promise<Reading> {
  try {
    // A longer file is cut off, and then is not valid JSON.
    return checkContent(JSON.parse(await text(createReadStream(path, { end: MAX_BYTES }))));
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    // A directory, missing permissions, or not JSON.
    return { kind: isAbsent ? 'absent' : 'other' };
  }
}

function checkContent(content: unknown): Reading {
  if (Proof.Check(content)) return { kind: 'proof', proof: content };
  const { error, message } = isObject(content) ? content : {};
  if (typeof error !== 'string' || typeof message !== 'string') return { kind: 'other' };
  return { kind: 'refusal', message: cleanText(message) };
}
