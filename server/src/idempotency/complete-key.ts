import type { App } from '../app.ts';
import { asRows } from '../platform/as-rows.ts';
import { batched } from '../platform/batch.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import { connectionOf } from '../provider/connection.ts';
import { type Claim, IS_RUNNING, RESPONSE } from './claim.ts';

export interface Answer {
  readonly status: number;
  /** The bytes sent, kept for every later request with the same key. */
  readonly body: string;
}

/** What completes a key, apart from what was made. */
export interface Ending {
  readonly claim: Claim;
  readonly answer: Answer;
  readonly providerRef: string;
}

/** How one kind of operation writes what it made, in the statement that completes its keys. */
export interface Writing {
  /** What `Made` is in SQL, as the columns of a record: `amount bigint, …`. */
  readonly columns: Fragment;
  /**
   * Inserts from `done`: the completed keys, with `environment_id`, `resource_id`, `ref` and the
   * columns above.
   */
  readonly insertion: Fragment;
}

/** @returns false if the claim was lost: then nothing was written */
export type Complete<Made> = (app: App, ending: Ending, made: Made) => Promise<boolean>;

/**
 * Completes keys: their answers and what was made are one commit, and one statement for many. Rows
 * are always locked in the same order, so that batches cannot deadlock.
 */
export function completing<Made extends object>({ columns, insertion }: Writing): Complete<Made> {
  const all = sql`environment text, key text, attempt integer, nonce uuid, status integer, response text,
    connection text, ref text, ${columns}`;
  const complete = batched<object, boolean>(async (db, items) => {
    const rows = await db<{ place: number }>`
      with input as (
        ${asRows(items, all)}
      ), done as (
        update idempotency_keys k set state = 'done', lease_until = null, intent = null,
          progress = null, provider_ref = null, response_status = input.status,
          response = input.response, updated_at = now()
        from (select * from input order by environment collate "C", key collate "C") input
        where k.environment_id = input.environment and k.key = input.key
          and k.attempt = input.attempt and k.nonce = input.nonce and ${IS_RUNNING}
        returning k.environment_id, k.resource_id, input.*
      ), shown as (
        -- A provider that honours nonces returns the same charge again: until now it was an orphan.
        delete from orphans o using done
        where o.connection = done.connection and o.provider_ref = done.ref
      ), made as (${insertion})
      select place from done`;
    const kept = new Set(rows.map(({ place }) => place));
    return items.map((_, place) => kept.has(place));
  });
  return (app, { claim, answer, providerRef }, made) =>
    complete(app.db, {
      ...made,
      environment: claim.environmentId,
      key: claim.key,
      attempt: claim.attempt,
      nonce: claim.nonce,
      status: answer.status,
      response: app.vault.seal(RESPONSE, answer.body),
      connection: connectionOf(claim),
      ref: providerRef,
    });
}
