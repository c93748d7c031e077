/** One row of a resource's life: from where, and whereto. */
export interface Step<Status> {
  readonly from: readonly Status[];
  readonly to: Status;
}

/** Of the steps wanted, in order, those allowed from where the one before leads. */
export function allowedSteps<Status, Name extends string>(
  table: Readonly<Record<Name, Step<Status>>>,
  start: Status,
  wanted: readonly Name[],
): Name[] {
  const steps: Name[] = [];
  let at = start;
  for (const name of wanted) {
    const { from, to } = table[name];
    if (!from.includes(at)) break;
    steps.push(name);
    at = to;
  }
  return steps;
}

/**
 * Where the first step wanted beyond those taken would have led, unless that is where things stand
 * already: a word heard again asks for nothing.
 * @param taken the steps wanted that are allowed
 */
export function refusedStatus<Status, Name extends string>(
  table: Readonly<Record<Name, Step<Status>>>,
  start: Status,
  wanted: readonly Name[],
  taken: readonly Name[],
): Status | undefined {
  const last = taken.at(-1);
  const at = last === undefined ? start : table[last].to;
  const next = wanted[taken.length];
  const to = next === undefined ? undefined : table[next].to;
  return to === at ? undefined : to;
}

/**
 * Whether an answer was asked for before the status last changed, and so may be older than the word
 * that changed it. Not while the clock stands at that change: it was set back, and cannot tell.
 */
export function isOutrun(updatedAt: Date, askedAt: Date, now: Date): boolean {
  return askedAt < updatedAt && updatedAt < now;
}
