import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, parseJson } from '../platform/json.ts';
import { replaceDurably } from './durable-files.ts';
import { findHolder } from './hold-directory.ts';

/** What a launcher writes to its data directory, so that commands find what it started. */
export interface Running {
  readonly pid: number;
  /** The API's address. */
  readonly url: string;
  readonly sandboxUrl: string | undefined;
}

function noteIn(dataDir: string): string {
  return join(dataDir, 'running.json');
}

/** Written once everything serves. @returns what removes it, at a stop */
export async function noteRunning(dataDir: string, running: Running): Promise<() => Promise<void>> {
  const path = noteIn(dataDir);
  await replaceDurably(path, JSON.stringify(running));
  return () => rm(path, { force: true });
}

/**
 * What is running on a data directory. The note of a killed launcher is ignored, since other
 * processes may be listening at its addresses by now.
 */
export async function findRunning(dataDir: string): Promise<Running | undefined> {
  const running = await readNote(noteIn(dataDir));
  if (!running) return undefined;
  const holder = await findHolder(dataDir);
  return holder?.kind === 'start' && holder.pid === running.pid ? running : undefined;
}

async function readNote(path: string): Promise<Running | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const note = parseJson(text);
  const { pid, url, sandboxUrl } = isObject(note) ? note : {};
  if (typeof pid !== 'number' || typeof url !== 'string') return undefined;
  return { pid, url, sandboxUrl: typeof sandboxUrl === 'string' ? sandboxUrl : undefined };
}
