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

/** Whether a `ponte listen` fetches the notices of an endpoint with this URL. */
export function isListener(url: string): boolean {
  return url.startsWith('listener://');
}
