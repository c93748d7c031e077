/**
 * What comes within so many milliseconds, or what is said instead. What comes later, be it a
 * failure, is nobody's any more.
 */
export async function inTime<Coming, Instead>(
  coming: Promise<Coming>,
  ms: number,
  instead: () => Instead,
): Promise<Coming | Instead> {
  const late = Promise.withResolvers<() => Instead>();
  const timer = setTimeout(() => late.resolve(instead), ms);
  try {
    const first = await Promise.race([coming.then((value) => () => value), late.promise]);
    return first();
  } finally {
    clearTimeout(timer);
  }
}
