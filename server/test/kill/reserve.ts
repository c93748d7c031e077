import type { PlannedOperation } from './operation.ts';

/** Operations that are held back, so that a failpoint armed late is still reached. */
export interface Reserve {
  /** Resolves when the operation may begin; at once for one that is not held back. */
  turnOf(operation: PlannedOperation): Promise<void>;
  /** Lets the next one begin, unless one just has. */
  release(): void;
  releaseAll(): void;
}

const MAX_KEPT = 60;
const EVERY_MS = 500;

/** Every third operation, so that there are some of each kind, as many as needed. */
export function openReserve(operations: readonly PlannedOperation[]): Reserve {
  const kept = operations.filter((_, at) => at % 3 === 2).slice(-MAX_KEPT);
  const turns = new Map(kept.map((one) => [one, Promise.withResolvers<void>()]));
  const waiting = [...turns.values()];
  let releasedAt = -Infinity;
  return {
    turnOf: async (operation) => turns.get(operation)?.promise,
    release: () => {
      if (performance.now() < releasedAt + EVERY_MS) return;
      releasedAt = performance.now();
      waiting.shift()?.resolve();
    },
    releaseAll: () => {
      for (const turn of waiting.splice(0)) turn.resolve();
    },
  };
}
