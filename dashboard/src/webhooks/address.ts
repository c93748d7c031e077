/** What tells one endpoint from another, without the scheme that nearly all of them have. */
export function addressOf(url: string): string {
  if (!/^https?:/.test(url) || !URL.canParse(url)) return url;
  const { host, pathname, search } = new URL(url);
  return `${host}${pathname === '/' ? '' : pathname}${search}`;
}
