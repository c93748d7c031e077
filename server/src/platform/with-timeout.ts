/**
 * The result if it comes within `ms`, otherwise `instead()`. A result or a failure that comes later
 * is ignored.
 */
export async function withTimeout<Coming, Instead>(
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
