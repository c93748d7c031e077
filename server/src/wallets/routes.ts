import { Type } from 'typebox';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { parseId } from '../ids.ts';
import type { Http } from '../platform/http.ts';
import { pageOf, readPage } from '../platform/page.ts';
import { ListOf, NoContent, PageQuery, Printable, Timestamp } from '../platform/schema.ts';
import { registerWallet } from './register-wallet.ts';
import { listWallets, markDeleted, type Wallet } from './store.ts';

const Body = Type.Object({
  liquidAddress: Type.String(),
  label: Type.Optional(Printable(0, 80)),
  makeDefault: Type.Optional(Type.Boolean()),
});

const WalletItem = Type.Object({
  id: Type.String(),
  liquidAddress: Type.String(),
  label: Type.String(),
  isDefault: Type.Boolean(),
  createdAt: Timestamp,
});

export function registerWalletRoutes(http: Http, app: App): void {
  http.post(
    '/v1/api/wallets',
    {
      config: {
        scope: 'wallets:write',
        fields: [
          ['liquidAddress', 'invalid_liquid_address'],
          ['label', 'invalid_request'],
          ['makeDefault', 'invalid_request'],
        ],
      },
      schema: { body: Body, response: { 201: WalletItem } },
    },
    async (request, reply) => {
      const { liquidAddress, label = '', makeDefault = false } = request.body;
      const order = { liquidAddress, label, makeDefault };
      const wallet = await registerWallet(app, request.caller.environment, order);
      return reply.code(201).send(itemOf(wallet));
    },
  );

  http.get(
    '/v1/api/wallets',
    {
      config: { scope: 'wallets:read' },
      schema: { querystring: Type.Object(PageQuery), response: { 200: ListOf(WalletItem) } },
    },
    async (request) => {
      const { limit, after } = readPage(request.query);
      const rows = await listWallets(app.db, request.caller.environment.id, after, limit);
      return pageOf(rows, limit, itemOf);
    },
  );

  http.delete(
    '/v1/api/wallets/:id',
    {
      config: { scope: 'wallets:write' },
      schema: { params: Type.Object({ id: Type.String() }), response: { 204: NoContent } },
    },
    async (request, reply) => {
      const id = parseId('wal', request.params.id);
      const deleted = id && (await markDeleted(app.db, request.caller.environment.id, id));
      if (!deleted) throw new ApiError('not_found');
      return reply.code(204).send(null);
    },
  );
}

function itemOf(wallet: Wallet) {
  return {
    id: wallet.id,
    liquidAddress: wallet.liquidAddress,
    label: wallet.label,
    isDefault: wallet.isDefault,
    createdAt: wallet.createdAt.toISOString(),
  };
}
