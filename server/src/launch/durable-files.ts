import { randomBytes } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file that must not exist yet, readable by its owner alone. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A kill at any instant leaves the old file or the new one, whole. */
export async function replaceDurably(path: string, text: string): Promise<void> {
  await putInPlace(path, text, (draft) => rename(draft, path));
}

/** The same, unless there is one: of two processes one wins, and the other's is gone. */
export async function placeDurably(path: string, text: string): Promise<void> {
  // A link, unlike a rename, never replaces.
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

/** Makes a new name in a directory survive a power cut. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
