import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ApiError } from '../errors.ts';

const derive = promisify(argon2);

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** How many run at once; the other half of libuv's threads is for DNS, files and ciphers. */
const LANES = 2;
/** Requests that would wait for more than about ten seconds are refused. */
const MAX_QUEUED = 200;

/** In PHC format: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await tagOf(password, salt, COST, TAG_BYTES);
  const { memory, passes, parallelism } = COST;
  const cost = `m=${String(memory)},t=${String(passes)},p=${String(parallelism)}`;
  return `$argon2id$v=19$${cost}$${bare(salt)}$${bare(tag)}`;
}

/** Without a hash it does the same work, and returns false. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const read = hash === null ? undefined : readHash(hash);
  if (!read) {
    await tagOf(password, randomBytes(SALT_BYTES), COST, TAG_BYTES);
    return false;
  }
  const tag = await tagOf(password, read.salt, read.cost, read.tag.length);
  return timingSafeEqual(tag, read.tag);
}

/** Whether the hash was made with other parameters than the current ones. */
export function isOutdated(hash: string): boolean {
  const { memory, passes, parallelism } = readHash(hash)?.cost ?? { ...COST, memory: 0 };
  return memory !== COST.memory || passes !== COST.passes || parallelism !== COST.parallelism;
}

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{22,86})\$([\w+/]{22,86})$/;

function readHash(hash: string): { cost: Cost; salt: Buffer; tag: Buffer } | undefined {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(hash) ?? [];
  if (salt === undefined || tag === undefined) return undefined;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

async function tagOf(password: string, nonce: Buffer, cost: Cost, tagLength: number) {
  // The same password may be typed with composed or decomposed characters.
  const message = Buffer.from(password.normalize('NFKC'));
  return enqueue(() => derive('argon2id', { message, nonce, tagLength, ...cost }));
}

const waiting: (() => void)[] = [];
let running = 0;

async function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting.length >= MAX_QUEUED) throw new ApiError('unavailable');
  if (running >= LANES) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    // Passes the slot on to the next in the queue, or frees it.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function bare(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
