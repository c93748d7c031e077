/**
 * The deposit path with nothing but its foundations: the same framework, driver, batching and
 * provider client, in front of the bare tables. No key is verified, nothing is priced, encrypted,
 * limited, logged or decided. The difference between this and the gateway is what the gateway does.
 */
import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import { connect } from '../../src/platform/db.ts';
import { batched } from '../../src/platform/batch.ts';
import { endWithParent } from '../../src/platform/parent.ts';
import { exchange } from '../../src/provider/eulen/exchange.ts';

endWithParent();
const [, , port, providerUrl = '', databaseUrl = ''] = process.argv;
const db = connect({ url: databaseUrl, connections: 16, onError: () => undefined });
const http = fastify();

interface Claim {
  readonly account: number;
  readonly key: string;
  readonly id: string;
}

interface Ending extends Claim {
  readonly code: string;
  readonly response: string;
}

interface Stored {
  readonly id: string;
  readonly status: string;
  readonly amountCents: number;
}

const claim = batched<Claim, boolean>(async (on, claims) => {
  const rows = await on<{ depositId: string }>`
    insert into bare.keys (account_id, key, deposit_id, response)
    select *, '' from unnest(${claims.map(({ account }) => account)}::integer[],
      ${claims.map(({ key }) => key)}::text[], ${claims.map(({ id }) => id)}::uuid[])
    order by 1, 2 on conflict do nothing returning deposit_id`;
  const won = new Set(rows.map(({ depositId }) => depositId));
  return claims.map(({ id }) => won.has(id));
});

const complete = batched<Ending, void>(async (on, endings) => {
  await on`
    with asked as (
      select * from unnest(${endings.map(({ account }) => account)}::integer[],
        ${endings.map(({ key }) => key)}::text[], ${endings.map(({ id }) => id)}::uuid[],
        ${endings.map(({ code }) => code)}::text[],
        ${endings.map(({ response }) => response)}::text[])
        as ending (account_id, key, id, code, response)
    ), done as (
      update bare.keys k set response = asked.response from asked
      where k.account_id = asked.account_id and k.key = asked.key
    ), deposit as (
      insert into bare.deposits
        (id, account_id, wallet_id, status, amount_cents, fee_cents, total_cents, pix_qr_code)
      select id, account_id, account_id, 'PENDING', 5000, 199, 5199, code from asked
    )
    insert into bare.outbox (deposit_id, kind, body)
    select id, 'deposit.created', response from asked`;
  return endings.map(() => undefined);
});

const find = batched<string, Stored | undefined>(async (on, ids) => {
  const rows = await on<Stored>`
    select id, account_id, status, amount_cents, fee_cents, total_cents, pix_qr_code, created_at
    from bare.deposits where id = any(${[...ids]}::uuid[])`;
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id));
});

http.get('/healthz', async () => ({ ok: true }));

http.get<{ Params: { id: string } }>('/deposits/:id', async ({ params }, reply) => {
  return (await find(db, params.id)) ?? reply.code(404).send({});
});

http.post<{ Params: { account: string } }>('/:account/deposits', async (request, reply) => {
  const key = String(request.headers['idempotency-key']);
  const claimed = { account: Number(request.params.account), key, id: randomUUID() };
  if (!(await claim(db, claimed))) return reply.code(409).send({});
  const code = await createCharge();
  // Roughly as long as the gateway's own response.
  const made = { id: claimed.id, status: 'PENDING', pixQrCode: code, padding: '0'.repeat(200) };
  const response = JSON.stringify(made);
  await complete(db, { ...claimed, code, response });
  return reply.code(201).type('application/json').send(response);
});

async function createCharge(): Promise<string> {
  const call = { method: 'POST', baseUrl: providerUrl, path: '/deposit' } as const;
  const body = JSON.stringify({ amountInCents: 5_199 });
  const headers = ['content-type', 'application/json'];
  const { text } = await exchange({ ...call, headers, body }, 20_000);
  // Written by our own stub.
  return (JSON.parse(text) as { response: { qrCopyPaste: string } }).response.qrCopyPaste;
}

await http.listen({ host: '127.0.0.1', port: Number(port) });
