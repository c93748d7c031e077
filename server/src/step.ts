/** One row of a step table: from which states, to which. */
export interface Step<Status> {
  readonly from: readonly Status[];
  readonly to: Status;
}

/** The wanted steps, in order, up to the first that is not allowed where the one before leads. */
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
 * Where the first wanted step that is not allowed would have led; undefined if that is the current
 * state already, since repeated news asks for nothing.
 * @param taken the wanted steps that are allowed
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
 * Whether an answer was requested before the status last changed, and so may be older than the news
 * that changed it. False if the clock is not past that change: it was set back, and cannot tell.
 */
export function isStale(updatedAt: Date, requestedAt: Date, now: Date): boolean {
  return requestedAt < updatedAt && updatedAt < now;
}
