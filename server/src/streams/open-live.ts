import type { FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import type { Change, ChangeKind } from '../changes/change.ts';
import { ApiError } from '../errors.ts';
import type { EnvironmentId, UserId } from '../ids.ts';
import { isAllowed, type Permission, type Role } from '../members/member.ts';
import { beginEvents, type EventStream } from '../platform/event-stream.ts';
import { faultOf } from '../platform/log.ts';
import { gauge } from '../platform/metrics.ts';
import { findViewers, type Viewer } from './find-viewers.ts';
import { watchChanges } from './watch-changes.ts';

const LIMITS = {
  /** Per session: a person has a few tabs open. */
  ofSession: 10,
  /** Per person, over all their sessions, so that nobody takes all places of a process. */
  ofPerson: 40,
  /** Per process. */
  streams: 2_000,
  heartbeatMs: 15_000,
  /** How often to check whether listeners are still allowed to listen. */
  lookMs: 30_000,
};

/** How many bytes are buffered for a client that does not read. */
const MAX_UNREAD = 64 * 1024;
const BUSY_SECONDS = 10;

/** The permission required for each kind of change. */
const NEEDS: Readonly<Record<ChangeKind, Permission>> = {
  deposit: 'read:transactions',
  deposit_check: 'read:transactions',
  withdrawal: 'read:transactions',
  delivery: 'webhook:manage',
  alert: 'alerts:manage',
  withdrawal_request: 'read:transactions',
};

interface Listener extends Viewer {
  readonly userId: UserId;
  readonly environmentId: EnvironmentId;
}

interface Stream extends EventStream {
  readonly listener: Listener;
  role: Role;
}

export interface Live {
  /** @throws ApiError rate_limited or unavailable if there is no room for another stream */
  open(reply: FastifyReply, listener: Listener): FastifyReply;
  close(): Promise<void>;
}

const openStreams = gauge('ponte_open_dashboards', 'Dashboards that are told of changes.');

export function openLive(app: App, limits: Partial<typeof LIMITS> = {}): Live {
  const watch = watchChanges(app);
  const { ofSession, ofPerson, streams, heartbeatMs, lookMs } = { ...LIMITS, ...limits };
  const open = new Set<Stream>();
  let timers: NodeJS.Timeout[] = [];
  let stopped = false;

  const beat = (): void => open.forEach((stream) => stream.write(':\n\n'));
  const look = (): void => void endOthers(app, [...open]);
  const rest = (): void => {
    timers.forEach(clearInterval);
    timers = [];
  };
  const admit = ({ sessionId, userId }: Listener): void => {
    const retry = { retryAfterSeconds: BUSY_SECONDS };
    if (stopped || open.size >= streams) throw new ApiError('unavailable', retry);
    const theirs = [...open].filter(({ listener }) => listener.userId === userId);
    const here = theirs.filter(({ listener }) => listener.sessionId === sessionId);
    if (here.length >= ofSession || theirs.length >= ofPerson) {
      throw new ApiError('rate_limited', retry);
    }
  };
  return {
    open: (reply, listener) => {
      admit(listener);
      const stream = { ...beginEvents(reply, MAX_UNREAD), listener, role: listener.role };
      open.add(stream);
      openStreams.inc();
      if (timers.length === 0) {
        timers = [setInterval(beat, heartbeatMs).unref(), setInterval(look, lookMs).unref()];
      }
      // If notifications are not received yet, `missed` will say when they are.
      if (watch.isListening()) stream.write('event: ready\ndata: {}\n\n');
      const unsubscribe = watch.watch(listener.environmentId, (change) =>
        sendChange(stream, change),
      );
      reply.raw.once('close', () => {
        unsubscribe();
        open.delete(stream);
        openStreams.dec();
        if (open.size === 0) rest();
      });
      return reply;
    },
    close: async () => {
      stopped = true;
      rest();
      open.forEach((stream) => stream.end());
      await watch.close();
    },
  };
}

function sendChange(stream: Stream, change: Change | undefined): void {
  if (!change) {
    stream.write('event: missed\ndata: {}\n\n');
    return;
  }
  const { kind, id, status } = change;
  if (!isAllowed(stream.role, NEEDS[kind], 'GET')) return;
  stream.write(`event: change\ndata: ${JSON.stringify({ kind, id, status })}\n\n`);
}

/** Ends the streams of people who have signed out, or no longer belong to the account. */
async function endOthers({ db, log }: App, streams: readonly Stream[]): Promise<void> {
  try {
    const viewers = await findViewers(
      db,
      streams.map(({ listener }) => listener),
    );
    const roles = new Map(viewers.map((viewer) => [nameOf(viewer), viewer.role]));
    for (const stream of streams) {
      const role = roles.get(nameOf(stream.listener));
      if (role === undefined) stream.end();
      else stream.role = role;
    }
  } catch (error) {
    // Whether they are still allowed is unknown until the next check.
    log.warn(faultOf(error), 'open dashboards could not be looked at');
  }
}

function nameOf({ sessionId, accountId }: Pick<Viewer, 'sessionId' | 'accountId'>): string {
  return `${sessionId} ${accountId}`;
}
