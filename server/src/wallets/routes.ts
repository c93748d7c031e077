import { Type } from 'typebox';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { faultyFields, fieldRefusal, type FieldCodes } from '../platform/field-faults.ts';
import { getId } from '../platform/get-id.ts';
import { BODY_LIMIT, type Http } from '../platform/http.ts';
import { isObject } from '../platform/json.ts';
import { pageOf, readPage } from '../platform/page.ts';
import {
  IdOf,
  IdParams,
  KEY_PATTERN,
  ListOf,
  NoContent,
  OneOf,
  PageQuery,
  Printable,
  TimestampOf,
} from '../platform/schema.ts';
import { deleteWallet } from './delete-wallet.ts';
import { registerWallet } from './register-wallet.ts';
import { listWallets, type Wallet } from './store.ts';
import { OBSERVABILITIES } from './wallet.ts';

/** On the test network: live refuses it, so nobody who copies it sends real money to a stranger. */
const EXAMPLE_ADDRESS = 'tex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz938x643';

const LiquidAddress = Type.String({
  maxLength: BODY_LIMIT,
  description: "A Liquid address of the mode's network, confidential or not.",
  examples: [EXAMPLE_ADDRESS],
});
const Label = Printable(0, 80, { description: 'Your own name for it.', examples: ['Cofre'] });

const Body = Type.Object(
  {
    liquidAddress: Type.Optional(
      Type.String({
        ...LiquidAddress,
        description:
          "A Liquid address of the mode's network, confidential or not. Required unless there is a `descriptor`, whose first address is then the wallet's.",
      }),
    ),
    blindingKey: Type.Optional(
      Type.String({
        pattern: KEY_PATTERN,
        maxLength: 64,
        writeOnly: true,
        description:
          'The private blinding key of a confidential `liquidAddress`: amounts there can then be seen, not spent. It is stored encrypted and never shown.',
        examples: ['5b96f2f522025de61616f64f6cdec19b29fbb1dcf1c922a7ccf332f118b81d86'],
      }),
    ),
    descriptor: Type.Optional(
      Type.String({
        maxLength: BODY_LIMIT,
        writeOnly: true,
        description:
          'A watch-only descriptor exported by a wallet, `ct(slip77(…),elwpkh(…/<0;1>/*))`: each deposit then gets a confidential address of its own. It is stored encrypted and never shown; one that can spend is refused.',
        examples: [
          'ct(slip77(9c8e4f05c7711a98c838be228bcb84924d4570ca53f35fa1c793e58841d47023),elwpkh([73c5da0a/84h/1776h/0h]xpub6CRFzUgHFDaiDAQFNX7VeV9JNPDRabq6NYSpzVZ8zW8ANUCiDdenkb1gBoEZuXNZb3wPc1SVcDXgD2ww5UBtTb8s8ArAbTkoRQ8qn34KgcY/<0;1>/*))',
        ],
      }),
    ),
    label: Type.Optional(Label),
    makeDefault: Type.Optional(
      Type.Boolean({
        description:
          'Whether deposits that name no wallet go here; false by default. The first wallet is always the default.',
        examples: [true],
      }),
    ),
  },
  {
    title: 'WalletOrder',
    // Composed of all fields' examples, it would be refused: they exclude each other.
    examples: [{ liquidAddress: EXAMPLE_ADDRESS, label: 'Cofre', makeDefault: true }],
  },
);

const FIELDS: FieldCodes = [
  ['liquidAddress', 'invalid_liquid_address'],
  ['blindingKey', 'invalid_request'],
  ['descriptor', 'invalid_request'],
  ['label', 'invalid_request'],
  ['makeDefault', 'invalid_request'],
];

const WalletItem = Type.Object(
  {
    id: IdOf('wal', 'The wallet.'),
    liquidAddress: Type.String({ ...LiquidAddress, maxLength: 200 }),
    label: Label,
    isDefault: Type.Boolean({
      description: 'Whether deposits that name no wallet go here.',
      examples: [true],
    }),
    observability: OneOf(OBSERVABILITIES, {
      description:
        'How its balance can be seen: by the `address`, which hides nothing; by the `blinding_key` or the `descriptor` that was registered; `none`: only its owner can see it.',
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
        errors: ['invalid_liquid_address', 'duplicate_wallet', 'invalid_state'],
      },
      schema: {
        operationId: 'createWallet',
        summary: 'Register a wallet',
        description:
          'Registers a Liquid address that deposits may go to, or a descriptor that yields one for each of them. With the descriptor or the blinding key what arrives can be seen and proved; neither can spend. At most 1,000 wallets per mode, unless the installation allows another number; beyond that, 409 `invalid_state`.',
        tags: ['Wallets'],
        body: Body,
        response: { 201: WalletItem },
      },
      // That either of two fields is needed, the schema does not say.
      attachValidation: true,
    },
    async (request, reply) => {
      refuseFaulty(request.body, request.validationError);
      const { label = '', makeDefault = false, ...keys } = request.body;
      const order = { ...keys, label, makeDefault };
      const wallet = await registerWallet(app, request.caller.environment, order);
      return reply.code(201).send(itemOf(wallet));
    },
  );
}

/** @throws ApiError for the first invalid or missing field, in the order of `FIELDS` */
function refuseFaulty(body: unknown, validationError: unknown): void {
  const faulty = faultyFields(validationError);
  if (faulty.size === 0) return;
  if (isObject(body) && !('liquidAddress' in body || 'descriptor' in body)) {
    faulty.set('liquidAddress', undefined);
  }
  throw fieldRefusal(faulty, FIELDS);
}

function registerListAndDeletion(http: Http, app: App): void {
  http.get(
    '/wallets',
    {
      config: { scope: 'wallets:read' },
      schema: {
        operationId: 'listWallets',
        summary: 'List wallets',
        description: 'The registered wallets, without deleted ones.',
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
        description:
          'Open deposits keep its address. After the default wallet is deleted there is no default.',
        tags: ['Wallets'],
        params: IdParams('wal', 'The wallet.'),
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const id = getId('wal', request.params.id);
      const deleted = await deleteWallet(app, request.caller.environment.id, id);
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
    observability: wallet.observability,
    createdAt: wallet.createdAt.toISOString(),
  };
}
