type UrlProblem = 'missing' | 'notUrl';

/** Phones that get no updates any more have no other way to ask whether it is one. */
export function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** What can be told while typing; whether the address may be used only the server says. */
export function urlProblem(typed: string): UrlProblem | undefined {
  const text = typed.trim();
  if (text === '') return 'missing';
  const url = urlOf(text);
  return url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== ''
    ? undefined
    : 'notUrl';
}
