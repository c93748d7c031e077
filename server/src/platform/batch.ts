import { type Db, isConflict, isDatabaseAway } from './db.ts';

const USUALLY_MOST = 64;
/** A statement costs as much by itself as several of its items, so two large ones beat four. */
const IN_FLIGHT = 2;

/** One statement for all items, committed whole or not at all; results in their order. */
type RunAll<Item, Result> = (db: Db, items: readonly Item[]) => Promise<readonly Result[]>;

interface QueuedCall<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches calls into one statement: all that arrive within one turn of the event loop, or while
 * `IN_FLIGHT` such statements are under way. No timer delays anything.
 * @param most how many calls one statement may take on
 */
export function batched<Item, Result>(
  run: RunAll<Item, Result>,
  most = USUALLY_MOST,
): (db: Db, item: Item) => Promise<Result> {
  const queues = new WeakMap<Db, (item: Item) => Promise<Result>>();
  return (db, item) => {
    if (db.isBatching !== true) return runOne(run, db, item);
    const known = queues.get(db);
    if (known) return known(item);
    const queue = openQueue<Item, Result>((calls) => runBatch(run, db, calls), most);
    queues.set(db, queue);
    return queue(item);
  };
}

function openQueue<Item, Result>(
  runAll: (calls: readonly QueuedCall<Item, Result>[]) => Promise<void>,
  most: number,
): (item: Item) => Promise<Result> {
  let waiting: QueuedCall<Item, Result>[] = [];
  let running = 0;
  let isPlanned = false;
  const begin = (): void => {
    isPlanned = false;
    while (waiting.length > 0 && running < IN_FLIGHT) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      running += 1;
      void runAll(batch).then(() => {
        running -= 1;
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
  run: RunAll<Item, Result>,
  db: Db,
  calls: readonly QueuedCall<Item, Result>[],
): Promise<void> {
  try {
    const items = calls.map(({ item }) => item);
    const results = await runChecked(run, db, items);
    // There are as many as calls.
    calls.forEach(({ resolve }, index) => resolve(results[index] as Result));
  } catch (error) {
    // An error from the database may be the fault of one item, which halving finds; one statement
    // for each item at once would use up the connections. A lost connection concerns them all.
    const isTrueOfEach = isDatabaseAway(error) && !isConflict(error);
    if (calls.length === 1 || isTrueOfEach) for (const { reject } of calls) reject(error);
    else {
      const middle = Math.ceil(calls.length / 2);
      await runBatch(run, db, calls.slice(0, middle));
      await runBatch(run, db, calls.slice(middle));
    }
  }
}

async function runOne<Item, Result>(
  run: RunAll<Item, Result>,
  db: Db,
  item: Item,
): Promise<Result> {
  const [result] = await runChecked(run, db, [item]);
  // There is exactly one.
  return result as Result;
}

async function runChecked<Item, Result>(
  run: RunAll<Item, Result>,
  db: Db,
  items: readonly Item[],
): Promise<readonly Result[]> {
  const results = await run(db, items);
  if (results.length === items.length) return results;
  throw new Error('a batched statement returned more or fewer results than it got items');
}
