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
import { type ChangeWatch, watchChanges } from './watch-changes.ts';

export const LIMITS = {
  /** Of one session: a person has a few tabs open. */
  ofSession: 10,
  /** Of one person, in however many sessions: nobody fills the process alone. */
  ofPerson: 40,
  /** That this process keeps informed. */
  streams: 2_000,
  heartbeatMs: 15_000,
  /** How often it is looked whether whoever listens still may. */
  lookMs: 30_000,
};

/** What a client that does not read makes us hold. */
const MOST_UNREAD = 64 * 1024;
const BUSY_SECONDS = 10;

/** Nobody hears of what they may not look at. */
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
  /** @throws ApiError rate_limited or unavailable where there is no room for another */
  open(reply: FastifyReply, listener: Listener): FastifyReply;
  close(): Promise<void>;
}

const openStreams = gauge('ponte_open_dashboards', 'Dashboards that are told of changes.');

export function openLive(
  app: App,
  limits: Partial<typeof LIMITS> = {},
  watch: ChangeWatch = watchChanges(app),
): Live {
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
      const stream = { ...beginEvents(reply, MOST_UNREAD), listener, role: listener.role };
      open.add(stream);
      openStreams.inc();
      if (timers.length === 0) {
        timers = [setInterval(beat, heartbeatMs).unref(), setInterval(look, lookMs).unref()];
      }
      // Where nothing is heard yet, `missed` says when it is.
      if (watch.isListening()) stream.write('event: ready\ndata: {}\n\n');
      const callOff = watch.watch(listener.environmentId, (change) => tell(stream, change));
      reply.raw.once('close', () => {
        callOff();
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

function tell(stream: Stream, change: Change | undefined): void {
  if (!change) {
    stream.write('event: missed\ndata: {}\n\n');
    return;
  }
  const { kind, id, status } = change;
  if (!isAllowed(stream.role, NEEDS[kind], 'GET')) return;
  stream.write(`event: change\ndata: ${JSON.stringify({ kind, id, status })}\n\n`);
}

/** Ends the streams of whoever has signed out, or belongs to the account no more. */
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
    // Whether they still may is not known; the next look tells.
    log.warn(faultOf(error), 'open dashboards could not be looked at');
  }
}

function nameOf({ sessionId, accountId }: Pick<Viewer, 'sessionId' | 'accountId'>): string {
  return `${sessionId} ${accountId}`;
}
