import type { Mode } from '../api/use-tenant.ts';
import { visibleText } from '../words/plain-typed.ts';

type UrlProblem =
  | 'missing'
  | 'spaces'
  | 'notUrl'
  | 'notSecure'
  | 'noHost'
  | 'credentials'
  | 'unreadable'
  | 'tooLong';

const MAX_LENGTH = 2_048;

/** Old phones that get no more updates have no other way to check a URL. */
export function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** What can be checked while typing; only the server says whether the address may be used. */
export function urlProblem(typed: string, mode: Mode): UrlProblem | undefined {
  const text = visibleText(typed);
  if (text === '') return 'missing';
  if (/\s/.test(text)) return 'spaces';
  const [, scheme, rest = ''] = /^(https?):\/\/(.*)$/i.exec(text) ?? [];
  if (scheme === undefined) return 'notUrl';
  if (mode === 'live' && scheme.toLowerCase() === 'http') return 'notSecure';
  if (/^(?:[/?#:]|$)/.test(rest)) return 'noHost';
  if (/^[^/?#]*@/.test(rest)) return 'credentials';
  const url = urlOf(text);
  // Browsers read a backslash as a slash; the server does not guess.
  if (url === undefined || text.includes('\\') || /\.\./.test(url.hostname)) return 'unreadable';
  return text.length > MAX_LENGTH ? 'tooLong' : undefined;
}

/** Why the server refuses an address in which nothing is wrong by itself. */
export function refusalOf(url: string): 'ownComputer' | 'notPublic' {
  const host = urlOf(visibleText(url))?.hostname.replace(/\.$/, '') ?? '';
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(host)
    ? 'ownComputer'
    : 'notPublic';
}
