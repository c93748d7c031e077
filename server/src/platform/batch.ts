import { type Db, isConflict, isDatabaseAway } from './db.ts';

/** How much one statement may take on, and how many of its kind may be under way. */
export interface BatchSettings {
  readonly most: number;
  readonly inFlight: number;
}

/** A statement costs as much by itself as several of its items, so two large ones beat four. */
const USUAL: BatchSettings = { most: 64, inFlight: 2 };

interface Asked<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches calls into one statement: all that arrive within one turn of the event loop, or while
 * `inFlight` such statements are under way. No timer delays anything.
 * @param run one statement for all items, committed whole or not at all; results in their order
 */
export function batched<Item, Result>(
  run: (db: Db, items: readonly Item[]) => Promise<readonly Result[]>,
  settings: BatchSettings = USUAL,
): (db: Db, item: Item) => Promise<Result> {
  const queues = new WeakMap<Db, (item: Item) => Promise<Result>>();
  return (db, item) => {
    if (db.gathers !== true) return alone(run, db, item);
    const known = queues.get(db);
    if (known) return known(item);
    const queue = openQueue<Item, Result>((asked) => runBatch(run, db, asked), settings);
    queues.set(db, queue);
    return queue(item);
  };
}

function openQueue<Item, Result>(
  runAll: (asked: readonly Asked<Item, Result>[]) => Promise<void>,
  { most, inFlight }: BatchSettings,
): (item: Item) => Promise<Result> {
  let waiting: Asked<Item, Result>[] = [];
  let underWay = 0;
  let isPlanned = false;
  const begin = (): void => {
    isPlanned = false;
    while (waiting.length > 0 && underWay < inFlight) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      underWay += 1;
      void runAll(batch).then(() => {
        underWay -= 1;
        if (waiting.length > 0) plan();
      });
    }
  };
  const plan = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    // After everything that has already arrived was read, so that it goes into the same batch.
    setImmediate(begin);
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      plan();
    });
}

/** Never throws: each caller gets a result or an error. */
async function runBatch<Item, Result>(
  run: (db: Db, items: readonly Item[]) => Promise<readonly Result[]>,
  db: Db,
  asked: readonly Asked<Item, Result>[],
): Promise<void> {
  try {
    const items = asked.map(({ item }) => item);
    const results = await run(db, items);
    if (results.length !== items.length) throw new Error('a gathered statement lost a result');
    // The length has just been compared.
    asked.forEach(({ resolve }, index) => resolve(results[index] as Result));
  } catch (error) {
    // An error from the database may be the fault of one item, which halving finds; one statement
    // for each item at once would use up the connections. A lost connection concerns them all.
    const isTrueOfEach = isDatabaseAway(error) && !isConflict(error);
    if (asked.length === 1 || isTrueOfEach) for (const { reject } of asked) reject(error);
    else {
      const middle = Math.ceil(asked.length / 2);
      await runBatch(run, db, asked.slice(0, middle));
      await runBatch(run, db, asked.slice(middle));
    }
  }
}

async function alone<Item, Result>(
  run: (db: Db, items: readonly Item[]) => Promise<readonly Result[]>,
  db: Db,
  item: Item,
): Promise<Result> {
  const results = await run(db, [item]);
  if (results.length !== 1) throw new Error('a gathered statement lost a result');
  // The length has just been compared.
  return results[0] as Result;
}
