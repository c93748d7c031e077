import { type Db, isDatabaseAway } from './db.ts';

/** The conditions for reading from a replica. */
export interface ReplicaSettings {
  /** Nothing is read from it if it is further behind than this. */
  readonly maxAgeMs: number;
  /** How often the positions of both servers are compared. */
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
}

export const REPLICA = { maxAgeMs: 5_000, everyMs: 1_000 };

/**
 * The primary, with a replica for reads that may be slightly stale (`pageDb`). The replica is used
 * while it is known to have replayed everything up to a recent position of the primary. If it lags,
 * does not answer or cancels a statement, the primary is read instead.
 */
export function withReplica(primary: Db, replica: Db, settings: ReplicaSettings): Db {
  const watch = watchReplica(primary, replica, settings);
  const timer = setInterval(() => void watch.look(), settings.everyMs).unref();
  void watch.look();
  const read: Pick<Db, 'begin'> & { <Row extends object>(...query: Query): Promise<Row[]> } =
    Object.assign(
      async <Row extends object>(...query: Query): Promise<Row[]> => {
        if (!watch.isFresh()) return primary<Row>(...query);
        try {
          return await replica<Row>(...query);
        } catch (error) {
          if (!isDatabaseAway(error)) throw error;
          watch.doubt(error);
          return primary<Row>(...query);
        }
      },
      { begin: primary.begin },
    );
  const end = async (): Promise<void> => {
    clearInterval(timer);
    await Promise.all([primary.end(), replica.end()]);
  };
  const stale: Db = Object.assign(read, { load: replica.load, end: () => Promise.resolve() });
  const asPrimary = <Row extends object>(...query: Query): Promise<Row[]> => primary<Row>(...query);
  return Object.assign(asPrimary, { ...primary, stale, end });
}

type Query = [text: TemplateStringsArray, ...values: readonly unknown[]];

/** The primary's WAL position at a time on this process's own clock. */
interface Mark {
  readonly at: number;
  readonly position: bigint;
}

function watchReplica(primary: Db, replica: Db, { maxAgeMs, onError }: ReplicaSettings) {
  let marks: readonly Mark[] = [];
  /** The replica has everything that was committed up to this time. */
  let completeUntil = -Infinity;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      const at = performance.now();
      const [here] = await primary<{ position: string }>`
        select pg_current_wal_lsn()::text as position`;
      marks = [...marks, { at, position: readPosition(here?.position) }].filter(
        (mark) => mark.at > at - maxAgeMs,
      );
      const [there] = await replica<{ position: string | null }>`
        select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as position`;
      const reached = readPosition(there?.position);
      completeUntil = marks.findLast(({ position }) => position <= reached)?.at ?? -Infinity;
    } catch (error) {
      doubt(error);
    } finally {
      isLooking = false;
    }
  };
  const doubt = (error: unknown): void => {
    completeUntil = -Infinity;
    onError(error);
  };
  const isFresh = (): boolean => performance.now() - completeUntil <= maxAgeMs;
  return { look, doubt, isFresh };
}

/** Parses `16/B374D848`, two halves; -1 for a server that is not a replica any more. */
function readPosition(text: string | null | undefined): bigint {
  const [upper, lower] = (text ?? '').split('/');
  if (upper === undefined || lower === undefined) return -1n;
  return (BigInt(`0x${upper}`) << 32n) + BigInt(`0x${lower}`);
}

/** Who requests a page, and whether it is the first. */
interface PageRequest {
  /** Set for programs, not for people. */
  readonly keyId?: string | undefined;
  readonly after: unknown;
}

/**
 * Where to read a page of a list. Programs and later pages tolerate slightly stale data. The first
 * page that a person sees is reloaded as soon as something changes, and must show the change.
 */
export function pageDb(db: Db, { keyId, after }: PageRequest): Db {
  return keyId === undefined && after === undefined ? db : fileDb(db);
}

/** Where to read a long list in full. */
export function fileDb(db: Db): Db {
  return db.stale ?? db;
}
