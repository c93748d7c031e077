const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** "45 s", "14 min", "3 h" or "2 d", the same in both languages; rounded down. */
export function waited(seconds: number): string {
  const unit = UNITS.find(([, length]) => seconds >= length);
  if (unit === undefined) return `${Math.floor(seconds)} s`;
  return `${Math.floor(seconds / unit[1])} ${unit[0]}`;
}
