/** Replaces `operator-alerts/store.ts`. */
export * from '../../../src/operator-alerts/store.ts';
import type * as real from '../../../src/operator-alerts/store.ts';
import { statement } from './connection.ts';
import { alerts } from './tables.ts';

/** One row per kind and subject; the simulation does not keep its words. */
export const raiseAlert: typeof real.raiseAlert = (db, _app, { environmentId, kind, subject }) =>
  statement(db, `raiseAlert ${kind}`, (s) => {
    const there = s.insertUnlessThere(alerts, { environmentId, kind, subject, times: 1 });
    if (there) s.update(alerts, there, { times: there.times + 1 });
  });

export const wasRaisedInWords: typeof real.wasRaisedInWords = (db, _app, { kind, subject }) =>
  statement(db, `wasRaisedInWords ${kind}`, (s) =>
    s.all(alerts).some((alert) => alert.kind === kind && alert.subject === subject),
  );
