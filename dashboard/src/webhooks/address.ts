import { urlOf } from './url-problem.ts';

/** What tells one endpoint from another, without the scheme that nearly all of them have. */
export function addressOf(url: string): string {
  const parsed = urlOf(url);
  if (parsed === undefined || !/^https?:/.test(url)) return url;
  const { host, pathname, search } = parsed;
  return `${host}${pathname === '/' ? '' : pathname}${search}`;
}
