import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { Compile } from 'typebox/compile';
import { cleanText } from '../platform/clean-text.ts';
import { isObject } from '../platform/json.ts';
import { ChainProof } from './proof.ts';

/** Room for the longest transaction in hex, and for what is said of it. */
const MOST_BYTES = 9_000_000;

const Proof = Compile(ChainProof);

/** What a file holds; where it is an answer of the API that refuses, the message of that. */
export type Reading =
  | { readonly kind: 'proof'; readonly proof: ChainProof }
  | { readonly kind: 'refusal'; readonly message: string }
  | { readonly kind: 'absent' | 'other' };

export async function readProof(path: string): Promise<Reading> {
  try {
    // What is longer is cut off, and so is no JSON any more.
    return judge(JSON.parse(await text(createReadStream(path, { end: MOST_BYTES }))));
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    // A directory, no permission, no JSON.
    return { kind: isAbsent ? 'absent' : 'other' };
  }
}

function judge(content: unknown): Reading {
  if (Proof.Check(content)) return { kind: 'proof', proof: content };
  const { error, message } = isObject(content) ? content : {};
  if (typeof error !== 'string' || typeof message !== 'string') return { kind: 'other' };
  return { kind: 'refusal', message: cleanText(message) };
}
