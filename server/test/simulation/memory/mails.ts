/** Replaces `mails/store.ts`: what is owed to whom, once per kind and subject. */
export * from '../../../src/mails/store.ts';
import type * as real from '../../../src/mails/store.ts';
import { statement } from './connection.ts';
import { mails } from './tables.ts';

export const queueMail: typeof real.queueMail = (tx, _vault, { kind, subject }) =>
  statement(tx, `queueMail ${kind}`, (s) => {
    s.insertUnlessThere(mails, { environmentId: null, kind, subject });
  });

export const queueMailOfEnvironment: typeof real.queueMailOfEnvironment = (
  tx,
  _vault,
  environmentId,
  { kind, subject },
) =>
  statement(tx, `queueMail ${kind}`, (s) => {
    s.insertUnlessThere(mails, { environmentId, kind, subject });
  });
