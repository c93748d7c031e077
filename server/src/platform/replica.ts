import { type Db, isDatabaseAway } from './db.ts';

/** What reads of a replica rest on. */
export interface ReplicaSettings {
  /** Older than that nothing is read there. */
  readonly maxAgeMs: number;
  /** How often both are asked how far they are. */
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
}

export const REPLICA = { maxAgeMs: 5_000, everyMs: 1_000 };

/**
 * The primary, with a replica to read from what may be a moment old (`pageDb`). The replica is
 * believed as far as it is known to have come: to where the primary stood a while ago. When
 * it lags, does not answer or cancels a statement, the primary is asked instead.
 */
export function withReplica(primary: Db, replica: Db, settings: ReplicaSettings): Db {
  const watch = watchReplica(primary, replica, settings);
  const timer = setInterval(() => void watch.look(), settings.everyMs).unref();
  void watch.look();
  const read: Pick<Db, 'begin'> & { <Row extends object>(...asked: Asked): Promise<Row[]> } =
    Object.assign(
      async <Row extends object>(...asked: Asked): Promise<Row[]> => {
        if (!watch.isFresh()) return primary<Row>(...asked);
        try {
          return await replica<Row>(...asked);
        } catch (error) {
          if (!isDatabaseAway(error)) throw error;
          watch.doubt(error);
          return primary<Row>(...asked);
        }
      },
      { begin: primary.begin },
    );
  const end = async (): Promise<void> => {
    clearInterval(timer);
    await Promise.all([primary.end(), replica.end()]);
  };
  const stale: Db = Object.assign(read, { load: replica.load, end: () => Promise.resolve() });
  const asPrimary = <Row extends object>(...asked: Asked): Promise<Row[]> => primary<Row>(...asked);
  return Object.assign(asPrimary, { ...primary, stale, end });
}

type Asked = [text: TemplateStringsArray, ...values: readonly unknown[]];

/** Where the primary stood at a time of this process's own clock. */
interface Mark {
  readonly at: number;
  readonly position: bigint;
}

function watchReplica(primary: Db, replica: Db, { maxAgeMs, onError }: ReplicaSettings) {
  let marks: readonly Mark[] = [];
  /** The replica has all that was committed until then. */
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

/** `16/B374D848`: the upper and the lower half. One that is no replica any more stands nowhere. */
function readPosition(text: string | null | undefined): bigint {
  const [upper, lower] = (text ?? '').split('/');
  if (upper === undefined || lower === undefined) return -1n;
  return (BigInt(`0x${upper}`) << 32n) + BigInt(`0x${lower}`);
}

/** Who asks for a page, and whether it is a later one. */
interface PageAsked {
  /** Of a program; a person has none. */
  readonly keyId?: string | undefined;
  readonly after: unknown;
}

/**
 * Where a page of a list is read. Programs and later pages bear one that is a moment old. What a
 * person sees first is read again as soon as something has changed, and has to show it.
 */
export function pageDb(db: Db, { keyId, after }: PageAsked): Db {
  return keyId === undefined && after === undefined ? db : fileDb(db);
}

/** Where all of a long list is read at once. */
export function fileDb(db: Db): Db {
  return db.stale ?? db;
}
