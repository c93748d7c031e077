import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

/**
 *   new ──▶ waiting ──▶ paid ──▶ refunded
 *    │         └─▶ expired ──▶ paid (a payment that came late)
 *    └─▶ refused
 *
 * `new` is an order whose Pix charge is not known yet: asked for, or about to be.
 */
export type OrderStatus = 'new' | 'waiting' | 'paid' | 'expired' | 'refused' | 'refunded';

export interface Order {
  readonly id: string;
  readonly checkoutId: string;
  readonly productId: string;
  readonly amountCents: number;
  /** Kept until the charge is known, so that the same question can be asked again. */
  readonly taxId: string | null;
  readonly status: OrderStatus;
  readonly depositId: string | null;
  readonly totalCents: number | null;
  readonly pixCode: string | null;
  readonly pixImage: string | null;
  readonly problem: string | null;
}

export interface Charge {
  readonly id: string;
  readonly totalCents: number;
  readonly pixQrCode: string;
  readonly pixQrImage: string;
}

/** A table called `orders` is an earlier version's: it is left as it is, and not read. */
const SCHEMA = `
  create table if not exists placedOrders (
    id text primary key,
    checkoutId text not null,
    productId text not null,
    amountCents integer not null,
    taxId text,
    status text not null default 'new'
      check (status in ('new', 'waiting', 'paid', 'expired', 'refused', 'refunded')),
    depositId text unique,
    totalCents integer,
    pixCode text,
    pixImage text,
    problem text,
    createdAt text not null default current_timestamp
  ) strict;
  create unique index if not exists orderOfForm on placedOrders (checkoutId, productId)
    where status <> 'refused';
  create table if not exists webhookEvents (
    id text primary key,
    receivedAt text not null default current_timestamp
  ) strict;`;

/** From which states an order may come into each; everything else is old news. */
const COMES_FROM = {
  paid: ['new', 'waiting', 'expired'],
  expired: ['new', 'waiting'],
  refunded: ['new', 'waiting', 'expired', 'paid'],
} as const satisfies Partial<Record<OrderStatus, readonly OrderStatus[]>>;

export type Orders = ReturnType<typeof connect>;

// Next may load this module more than once, and one connection is enough.
const place = globalThis as { shopOrders?: Orders };

export function openOrders(): Orders {
  place.shopOrders ??= connect(process.env.SHOP_DATABASE ?? 'shop.db');
  return place.shopOrders;
}

function connect(path: string) {
  const db = new DatabaseSync(path);
  // What was answered to a buyer or to a webhook must survive a power cut.
  db.exec(`pragma journal_mode = wal; pragma synchronous = full; ${SCHEMA}`);
  const run = (sql: string, ...values: SQLInputValue[]): boolean =>
    db.prepare(sql).run(...values).changes > 0;
  // The table is this file's own, and has a column for each field of an order.
  const all = (sql: string, ...values: SQLInputValue[]): Order[] =>
    db.prepare(sql).all(...values) as unknown as Order[];
  const find = (id: string): Order | undefined =>
    all('select * from placedOrders where id = ?', id)[0];

  return {
    find,

    /**
     * The order of a form; sent twice, the form has made one order. Sent again for another product,
     * or put right after a refusal, it makes another.
     */
    place(
      order: Pick<Order, 'id' | 'checkoutId' | 'productId' | 'amountCents'> & { taxId: string },
    ): Order {
      run(
        `insert into placedOrders (id, checkoutId, productId, amountCents, taxId)
         values (?, ?, ?, ?, ?)
         on conflict (checkoutId, productId) where status <> 'refused' do nothing`,
        order.id,
        order.checkoutId,
        order.productId,
        order.amountCents,
        order.taxId,
      );
      const [placed] = all(
        `select * from placedOrders
         where checkoutId = ? and productId = ? and status <> 'refused'`,
        order.checkoutId,
        order.productId,
      );
      if (!placed) throw new Error('The order was not stored.');
      return placed;
    },

    setCharge(id: string, charge: Charge): void {
      run(
        `update placedOrders set depositId = ?, totalCents = ?, pixCode = ?, pixImage = ?,
           taxId = null, status = iif(status = 'new', 'waiting', status)
         where id = ?`,
        charge.id,
        charge.totalCents,
        charge.pixQrCode,
        charge.pixQrImage,
        id,
      );
    },

    refuse(id: string, problem: string): void {
      run(
        `update placedOrders set status = 'refused', problem = ?, taxId = null
         where id = ? and status = 'new'`,
        problem,
        id,
      );
    },

    /** Whether the order moved; false where it is there already or must not go there any more. */
    move(id: string, status: keyof typeof COMES_FROM): boolean {
      const from = COMES_FROM[status];
      const places = from.map(() => '?').join(', ');
      return run(
        `update placedOrders set status = ?, taxId = null
         where id = ? and status in (${places})`,
        status,
        id,
        ...from,
      );
    },

    listNew: () => all(`select * from placedOrders where status = 'new'`),

    /** What waits, however long the shop was down, with what may still be paid late. */
    listUnpaid: () =>
      all(
        `select * from placedOrders where depositId is not null and (status = 'waiting'
           or status = 'expired' and createdAt > datetime('now', '-1 day'))`,
      ),

    findPaid: (depositId: string) =>
      all(`select * from placedOrders where depositId = ? and status = 'paid'`, depositId),

    /** Runs `work` once for each event, in one transaction with the note that it was seen. */
    onceForEvent(eventId: string, work: () => void): void {
      db.exec('begin immediate');
      try {
        if (run('insert into webhookEvents (id) values (?) on conflict do nothing', eventId))
          work();
        db.exec('commit');
      } catch (error) {
        db.exec('rollback');
        throw error;
      }
    },
  };
}
