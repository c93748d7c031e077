import { urlOf } from './url-problem.ts';

/**
 * The part of a URL that tells endpoints apart: without the scheme that nearly all of them share.
 */
export function addressOf(url: string): string {
  const parsed = urlOf(url);
  if (parsed === undefined || !/^https?:/.test(url)) return url;
  const { host, pathname, search } = parsed;
  return `${host}${pathname === '/' ? '' : pathname}${search}`;
}

const LISTENER = 'listener://';

/** Whether a `ponte listen` fetches the notices of an endpoint with this URL. */
export function isListener(url: string): boolean {
  return url.startsWith(LISTENER);
}

/** Where notices go, or who fetches them: old phones find no host in a listener's address. */
export function hostOf(url: string): string {
  return isListener(url) ? url.slice(LISTENER.length) : (urlOf(url)?.host ?? url);
}
