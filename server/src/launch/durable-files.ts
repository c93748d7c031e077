import { randomBytes } from 'node:crypto';
import { link, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Creates a file that must not exist yet, readable only by its owner. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Replaces a file atomically: a kill at any instant leaves the old or the new one, complete. */
export async function replaceDurably(path: string, text: string): Promise<void> {
  await putInPlace(path, text, (draft) => rename(draft, path));
}

/** The same, unless the file exists: of two processes one wins, and the other's is discarded. */
export async function placeDurably(path: string, text: string): Promise<void> {
  // Unlike rename, link never replaces a file.
  await putInPlace(path, text, (draft) =>
    link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    }),
  );
}

async function putInPlace(
  path: string,
  text: string,
  name: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeDurably(draft, text);
    await name(draft);
  } finally {
    await rm(draft, { force: true });
  }
  await syncDirectory(dirname(path));
}

/** Removes what killed writers of a file left beside it. Nobody else may be writing it. */
export async function removeDraftsOf(path: string): Promise<void> {
  const directory = dirname(path);
  const isDraft = (name: string): boolean =>
    name.startsWith(`${basename(path)}.`) && /\.[0-9a-f]{12}$/.test(name);
  const drafts = (await readdir(directory)).filter(isDraft);
  for (const draft of drafts) await rm(join(directory, draft), { force: true });
}

/** Makes new names in a directory survive a power failure. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
