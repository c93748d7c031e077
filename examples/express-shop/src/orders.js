import { DatabaseSync } from 'node:sqlite';

/**
 * The shop's orders.
 *
 *   new ──▶ waiting ──▶ paid ──▶ refunded
 *    │         └─▶ expired ──▶ paid (a payment that came late)
 *    └─▶ refused
 *
 * `new` is an order whose Pix charge is not known yet: asked for, or about to be.
 *
 * A table called `orders` is an earlier version's: it is left as it is, and not read.
 */
const SCHEMA = `
  create table if not exists placed_orders (
    id text primary key,
    checkout_id text not null,
    product_id text not null,
    amount_cents integer not null,
    tax_id text,
    status text not null default 'new'
      check (status in ('new', 'waiting', 'paid', 'expired', 'refused', 'refunded')),
    deposit_id text unique,
    total_cents integer,
    pix_code text,
    pix_image text,
    expires_at text,
    problem text,
    created_at text not null default current_timestamp
  ) strict;
  create unique index if not exists order_of_form on placed_orders (checkout_id, product_id)
    where status <> 'refused';
  create table if not exists webhook_events (
    id text primary key,
    received_at text not null default current_timestamp
  ) strict;`;

/** From which states an order may come into each; everything else is old news. */
const COMES_FROM = {
  paid: ['new', 'waiting', 'expired'],
  expired: ['new', 'waiting'],
  refunded: ['new', 'waiting', 'expired', 'paid'],
};

export function openOrders(path) {
  const db = new DatabaseSync(path);
  // What was answered to a buyer or to a webhook must survive a power cut.
  db.exec(`pragma journal_mode = wal; pragma synchronous = full; ${SCHEMA}`);
  const one = (sql, ...values) => db.prepare(sql).get(...values);
  const run = (sql, ...values) => db.prepare(sql).run(...values).changes;

  return {
    find: (id) => one('select * from placed_orders where id = ?', id),

    /**
     * The order of a form; sent twice, the form has made one order. Sent again for another product,
     * or put right after a refusal, it makes another.
     */
    place({ id, checkoutId, productId, amountCents, taxId }) {
      run(
        `insert into placed_orders (id, checkout_id, product_id, amount_cents, tax_id)
         values (?, ?, ?, ?, ?)
         on conflict (checkout_id, product_id) where status <> 'refused' do nothing`,
        id,
        checkoutId,
        productId,
        amountCents,
        taxId,
      );
      return one(
        `select * from placed_orders
         where checkout_id = ? and product_id = ? and status <> 'refused'`,
        checkoutId,
        productId,
      );
    },

    /** The tax id is dropped: it was kept so that the same question could be asked again. */
    setCharge(id, { id: depositId, totalCents, pixQrCode, pixQrImage, expiresAt }) {
      run(
        `update placed_orders set deposit_id = ?, total_cents = ?, pix_code = ?, pix_image = ?,
           expires_at = ?, tax_id = null, status = iif(status = 'new', 'waiting', status)
         where id = ?`,
        depositId,
        totalCents,
        pixQrCode,
        pixQrImage,
        expiresAt,
        id,
      );
    },

    refuse(id, problem) {
      run(
        `update placed_orders set status = 'refused', problem = ?, tax_id = null
         where id = ? and status = 'new'`,
        problem,
        id,
      );
    },

    /** Whether the order moved; false where it is there already or must not go there any more. */
    move(id, status) {
      const from = COMES_FROM[status];
      const places = from.map(() => '?').join(', ');
      return (
        run(
          `update placed_orders set status = ?, tax_id = null
           where id = ? and status in (${places})`,
          status,
          id,
          ...from,
        ) > 0
      );
    },

    listNew: () => db.prepare(`select * from placed_orders where status = 'new'`).all(),
    /** What waits, however long the shop was down, with what may still be paid late. */
    listUnpaid: () =>
      db
        .prepare(
          `select * from placed_orders where deposit_id is not null and (status = 'waiting'
             or status = 'expired' and created_at > datetime('now', '-1 day'))`,
        )
        .all(),

    findPaid: (depositId) =>
      db
        .prepare(`select * from placed_orders where deposit_id = ? and status = 'paid'`)
        .all(depositId),

    /** Runs `work` once for each event, in one transaction with the note that it was seen. */
    onceForEvent(eventId, work) {
      db.exec('begin immediate');
      try {
        const isNew =
          run('insert into webhook_events (id) values (?) on conflict do nothing', eventId) > 0;
        if (isNew) work();
        db.exec('commit');
      } catch (error) {
        db.exec('rollback');
        throw error;
      }
    },

    close: () => db.close(),
  };
}
