import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, normalize } from 'node:path';
import { isObject, parseJson } from '../platform/json.ts';
import { replaceDurably } from './durable-files.ts';

/** The contents of a complete backup. Written last, so a backup without it is incomplete. */
export interface Manifest {
  readonly format: 1;
  readonly madeAt: string;
  /** The major version of PostgreSQL that wrote the database; only the same one can read it. */
  readonly postgres: string;
  /** Relative to the backup's root; some are empty, but the database needs them all the same. */
  readonly directories: readonly string[];
  readonly files: readonly BackedUpFile[];
}

export interface BackedUpFile {
  /** Relative to the backup's root. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

const NAME = 'manifest.json';

export async function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  await replaceDurably(join(directory, NAME), JSON.stringify(manifest));
}

/** @throws Error unless the backup is complete and unchanged */
export async function verifyBackup(directory: string): Promise<Manifest> {
  const manifest = await readManifest(directory);
  for (const file of manifest.files) {
    const path = join(directory, file.path);
    const found = await stat(path).catch(() => undefined);
    if (found?.size !== file.bytes || (await hashOf(path)) !== file.sha256) {
      throw new Error(`${path} is missing or damaged. Use another backup.`);
    }
  }
  return manifest;
}

async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(join(directory, NAME), 'utf8').catch(() => undefined);
  if (text === undefined) {
    throw new Error(`${directory} holds no complete backup: it has no ${NAME}.`);
  }
  const manifest = parseJson(text);
  if (!isManifest(manifest))
    throw new Error(`${join(directory, NAME)} is damaged. Use another backup.`);
  return manifest;
}

function isManifest(value: unknown): value is Manifest {
  if (!isObject(value)) return false;
  const { format, postgres, directories, files } = value;
  return (
    format === 1 &&
    typeof postgres === 'string' &&
    Array.isArray(directories) &&
    directories.every(isInside) &&
    Array.isArray(files) &&
    files.length > 0 &&
    files.every((file: unknown) => {
      if (!isObject(file)) return false;
      const { path, bytes, sha256 } = file;
      return isInside(path) && typeof bytes === 'number' && typeof sha256 === 'string';
    })
  );
}

/** We never write a path that leads out of the backup. */
function isInside(path: unknown): boolean {
  if (typeof path !== 'string' || path === '' || isAbsolute(path)) return false;
  return normalize(path) === path && !path.startsWith('..');
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  // A stream of a file yields Buffers.
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

const CHUNK_BYTES = 1024 * 1024;

/**
 * Copies a file, at its current length, durably.
 * @returns undefined if it no longer exists
 */
export async function copyDurably(
  from: string,
  to: string,
): Promise<Omit<BackedUpFile, 'path'> | undefined> {
  const source = await open(from, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!source) return undefined;
  await using sources = source;
  await using target = await open(to, 'wx', 0o600);
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await sources.read(chunk, 0, CHUNK_BYTES, bytes);
    if (bytesRead === 0) break;
    const part = chunk.subarray(0, bytesRead);
    hash.update(part);
    // All of it: `write` may take only a part, as the last of a disk's room does.
    await target.appendFile(part);
    bytes += bytesRead;
  }
  await target.sync();
  return { bytes, sha256: hash.digest('hex') };
}

/** A write error names no file, so an error about a full disk is replaced by one that does. */
export function nameFull(directory: string, error: unknown): unknown {
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
  return isFull
    ? new Error(`${directory} has no room left. Free some, or use another disk.`, { cause: error })
    : error;
}

export function hashText(text: string): Omit<BackedUpFile, 'path'> {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { bytes: Buffer.byteLength(text), sha256 };
}
