type UrlProblem = 'missing' | 'notUrl';

/** Old phones that get no more updates have no other way to check a URL. */
export function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** What can be checked while typing; only the server says whether the address may be used. */
export function urlProblem(typed: string): UrlProblem | undefined {
  const text = typed.trim();
  if (text === '') return 'missing';
  const url = urlOf(text);
  return url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== ''
    ? undefined
    : 'notUrl';
}
