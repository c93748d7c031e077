/** Whether a certificate was refused for its dates, perhaps because our own clock is wrong. */
export function isUntimely(reason: string): boolean {
  return /^certificate (has expired|is not yet valid)$/.test(reason);
}
