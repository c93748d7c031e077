// A user agent string names other browsers too; the first match wins.
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

export function browserOf(userAgent: string): string | undefined {
  return BROWSERS.find(([mark]) => userAgent.includes(mark))?.[1];
}

export function systemOf(userAgent: string): string | undefined {
  return SYSTEMS.find(([mark]) => userAgent.includes(mark))?.[1];
}
