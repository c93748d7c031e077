/**
 * Runs one step and prints its result and how long it took.
 * @throws Error that names the step
 */
export async function step<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  try {
    const result = await work();
    console.log(`✔ ${what}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
    return result;
  } catch (error) {
    throw new Error(`Not so: ${what}.`, { cause: error });
  }
}
