import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackedUpFile, copyDurably } from './backup-manifest.ts';

/** What was copied, relative to the root of the copy. */
export interface Copied {
  readonly directories: string[];
  readonly files: BackedUpFile[];
}

/** Directories that must exist, but be empty: the server recreates their contents. */
const EMPTIED =
  /^(pg_wal|pg_wal\/archive_status|pg_wal\/summaries|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/;
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|current_logfiles(\.tmp)?|server\.lock(-journal)?|serving)$|(^|\/)(pgsql_tmp[^/]*|pg_internal\.init[^/]*)$/;
const CONTROL_FILE = 'global/pg_control';

/**
 * Copies a database directory while it is in use. Inconsistencies are repaired by the write-ahead
 * log, which is copied afterwards.
 */
export async function copyCluster(from: string, to: string): Promise<Copied> {
  const copied: Copied = { directories: [], files: [] };
  await copyInside(from, to, '', copied);
  // Last, so that it is never older than what it describes.
  await copyOne(from, to, CONTROL_FILE, copied);
  return copied;
}

async function copyInside(from: string, to: string, inside: string, copied: Copied): Promise<void> {
  await mkdir(join(to, inside), { mode: 0o700 });
  if (inside !== '') copied.directories.push(inside);
  const entries = await readdir(join(from, inside), { withFileTypes: true }).catch(nothingIfGone);
  for (const entry of entries) {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (LEFT_OUT.test(path) || path === CONTROL_FILE) continue;
    if (EMPTIED.test(inside) && !EMPTIED.test(path)) continue;
    if (entry.isDirectory()) await copyInside(from, to, path, copied);
    else if (entry.isFile()) await copyOne(from, to, path, copied);
    else throw new Error(`${join(from, path)} leads elsewhere, which a backup cannot follow.`);
  }
}

async function copyOne(from: string, to: string, path: string, copied: Copied): Promise<void> {
  const file = await copyDurably(join(from, path), join(to, path));
  if (file) copied.files.push({ path, ...file });
}

/** A table that was dropped meanwhile. */
function nothingIfGone(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** Adds the WAL segments, without a gap, and the timeline histories. */
export async function copyLog(
  from: string,
  to: string,
  segments: readonly string[],
  copied: Copied,
): Promise<void> {
  const histories = (await readdir(join(from, 'pg_wal'))).filter((name) =>
    name.endsWith('.history'),
  );
  for (const name of [...histories, ...segments]) {
    const path = `pg_wal/${name}`;
    const file = await copyDurably(join(from, path), join(to, path));
    if (!file) throw new Error(`The server has thrown ${name} away already. Try again.`);
    copied.files.push({ path, ...file });
  }
}

const HEX_8 = 16;

/** The names of all segments from the first to the last, which are on the same timeline. */
export function segmentsBetween(first: string, last: string, segmentBytes: number): string[] {
  const perLog = 2 ** 32 / segmentBytes;
  const numberOf = (name: string): number =>
    Number.parseInt(name.slice(8, 16), HEX_8) * perLog + Number.parseInt(name.slice(16), HEX_8);
  const [start, end] = [numberOf(first), numberOf(last)];
  return Array.from({ length: end - start + 1 }, (_, index) => {
    const number = start + index;
    const parts = [Math.floor(number / perLog), number % perLog];
    return (
      first.slice(0, 8) +
      parts.map((part) => part.toString(HEX_8).toUpperCase().padStart(8, '0')).join('')
    );
  });
}
