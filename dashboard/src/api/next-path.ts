const START = '/app/';

/** A path of the dashboard to go on to, or nothing: a crafted link must not lead away from here. */
export function safeNext(next: string | undefined): string | undefined {
  if (next === undefined || !next.startsWith(START)) return undefined;
  if (next.includes('\\') || /[\u0000-\u001f]/.test(next)) return undefined;
  const url = new URL(next, 'https://dashboard.invalid');
  const path = url.pathname + url.search;
  return url.host === 'dashboard.invalid' && path.startsWith(START) ? path : undefined;
}
