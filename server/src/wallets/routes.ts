import { Type } from 'typebox';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { parseId } from '../ids.ts';
import { BODY_LIMIT, type Http } from '../platform/http.ts';
import { pageOf, readPage } from '../platform/page.ts';
import {
  IdOf,
  IdParams,
  ListOf,
  NoContent,
  PageQuery,
  Printable,
  TimestampOf,
} from '../platform/schema.ts';
import { deleteWallet } from './delete-wallet.ts';
import { registerWallet } from './register-wallet.ts';
import { listWallets, type Wallet } from './store.ts';

const LiquidAddress = Type.String({
  maxLength: BODY_LIMIT,
  description: "A Liquid address of the mode's network, confidential or not.",
  examples: ['ex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz9tp5nf6'],
});
const Label = Printable(0, 80, { description: 'Your own name for it.', examples: ['Cofre'] });

const Body = Type.Object(
  {
    liquidAddress: LiquidAddress,
    label: Type.Optional(Label),
    makeDefault: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether deposits that name no wallet go here. The first one is the default.',
        examples: [true],
      }),
    ),
  },
  { title: 'WalletOrder' },
);

const WalletItem = Type.Object(
  {
    id: IdOf('wal', 'The wallet.'),
    liquidAddress: Type.String({ ...LiquidAddress, maxLength: 200 }),
    label: Label,
    isDefault: Type.Boolean({
      description: 'Whether deposits that name no wallet go here.',
      examples: [true],
    }),
    createdAt: TimestampOf('When it was registered.'),
  },
  { title: 'Wallet' },
);

export function registerWalletRoutes(http: Http, app: App): void {
  registerCreation(http, app);
  registerListAndDeletion(http, app);
}

function registerCreation(http: Http, app: App): void {
  http.post(
    '/wallets',
    {
      config: {
        scope: 'wallets:write',
        stepUp: true,
        fields: [
          ['liquidAddress', 'invalid_liquid_address'],
          ['label', 'invalid_request'],
          ['makeDefault', 'invalid_request'],
        ],
        errors: ['invalid_liquid_address', 'duplicate_wallet'],
      },
      schema: {
        operationId: 'createWallet',
        summary: 'Register a wallet',
        description: 'Registers a Liquid address that deposits may go to.',
        tags: ['Wallets'],
        body: Body,
        response: { 201: WalletItem },
      },
    },
    async (request, reply) => {
      const { liquidAddress, label = '', makeDefault = false } = request.body;
      const order = { liquidAddress, label, makeDefault };
      const wallet = await registerWallet(app, request.caller.environment, order);
      return reply.code(201).send(itemOf(wallet));
    },
  );
}

function registerListAndDeletion(http: Http, app: App): void {
  http.get(
    '/wallets',
    {
      config: { scope: 'wallets:read' },
      schema: {
        operationId: 'listWallets',
        summary: 'List wallets',
        description: 'The wallets that are registered, without those that were deleted.',
        tags: ['Wallets'],
        querystring: Type.Object(PageQuery),
        response: { 200: ListOf(WalletItem) },
      },
    },
    async (request) => {
      const { limit, after } = readPage(request.query, 'wal');
      const rows = await listWallets(app.db, request.caller.environment.id, after, limit);
      return pageOf(rows, limit, itemOf);
    },
  );

  http.delete(
    '/wallets/:id',
    {
      config: { scope: 'wallets:write', stepUp: true },
      schema: {
        operationId: 'deleteWallet',
        summary: 'Delete a wallet',
        description: 'Open deposits keep its address. Deleting the default one leaves none.',
        tags: ['Wallets'],
        params: IdParams('wal', 'The wallet.'),
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const id = parseId('wal', request.params.id);
      const deleted = id && (await deleteWallet(app, request.caller.environment.id, id));
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
