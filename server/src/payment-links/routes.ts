import { Type } from 'typebox';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { contentOf, findIdempotencyKey } from '../idempotency/fingerprint.ts';
import { cents, MAX_AMOUNT, MIN_AMOUNT } from '../money.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { pageOf, readPage } from '../platform/page.ts';
import {
  CentsOf,
  CountOf,
  IdOf,
  IdParams,
  LINES,
  ListOf,
  NoContent,
  Nullable,
  PageQuery,
  Printable,
  TimestampOf,
} from '../platform/schema.ts';
import { createPaymentLink, requireVisible } from './create-payment-link.ts';
import type { PaymentLink } from './payment-link.ts';
import { findLink, listLinks, markDeleted, updateLink } from './store.ts';

const Title = Printable(1, 120, {
  description: 'What is paid for, as shown to the payer; at least one visible character.',
  examples: ['Aula de violão'],
});
/** Line breaks are allowed; other invisible characters are not, and some cannot be stored. */
const Description = Type.String({
  maxLength: 500,
  pattern: LINES,
  description: 'More about it, for the payer; may have several lines or be empty.',
  examples: ['Quatro aulas de uma hora'],
});
const Active = Type.Boolean({ description: 'Whether the link takes payments.', examples: [true] });
const RANGE = { minimum: MIN_AMOUNT, maximum: MAX_AMOUNT };

const NewLink = Type.Object(
  {
    title: Title,
    description: Type.Optional(Description),
    // Never null: NaN becomes null in JSON, and must not create a link with an open amount.
    amountCents: Type.Optional(
      CentsOf('What every payer pays. If absent, the payer chooses the amount.', 5_000, RANGE),
    ),
  },
  { title: 'PaymentLinkOrder' },
);

const LinkChange = Type.Object(
  {
    active: Type.Optional(Active),
    title: Type.Optional(Title),
    description: Type.Optional(Description),
  },
  { title: 'PaymentLinkChange' },
);

const Link = Type.Object(
  {
    id: IdOf('lnk', 'The payment link.'),
    slug: Type.String({
      maxLength: 32,
      description: 'Its public name: random, and never given to another link.',
      examples: ['7kq2mznx4tw9rb'],
    }),
    url: Type.String({
      maxLength: 2_048,
      format: 'uri',
      description: 'The URL of its public payment page.',
      examples: ['https://ponte.example/pay/7kq2mznx4tw9rb'],
    }),
    title: Title,
    description: Description,
    amountCents: Nullable(
      CentsOf('What every payer pays. If null, the payer chooses the amount.', 5_000, RANGE),
    ),
    active: Active,
    paymentsCount: CountOf(
      'How many of its deposits are CONFIRMED now; what was refunded does not count.',
      12,
    ),
    receivedCents: CentsOf('The net of those deposits.', 57_612),
    createdAt: TimestampOf('When it was created.'),
    updatedAt: TimestampOf('When it was last changed.'),
  },
  { title: 'PaymentLink' },
);

const Params = IdParams('lnk', 'The payment link.');
const PATH = '/payment-links';
const CONFIG = {
  scope: 'links:manage',
  fields: [
    ['title', 'invalid_request'],
    ['description', 'invalid_request'],
    ['amountCents', 'invalid_amount'],
  ],
} as const;

export function registerPaymentLinkRoutes(http: Http, app: App): void {
  http.post(
    PATH,
    {
      config: { ...CONFIG, errors: ['invalid_amount', 'idempotency_mismatch'] },
      schema: {
        operationId: 'createPaymentLink',
        summary: 'Create a payment link',
        description:
          'Creates a public page on which anybody can pay, either an amount set here or one of their own. With an Idempotency-Key, repeating the request returns the same link for as long as it exists.',
        tags: ['Payment links'],
        body: NewLink,
        response: { 201: Link },
      },
    },
    async (request, reply) => {
      const { body, caller } = request;
      const { title, description = '', amountCents } = body;
      const order = {
        title,
        description,
        amountCents: amountCents === undefined ? null : cents(amountCents),
      };
      const key = findIdempotencyKey(request);
      const keyed = key === undefined ? undefined : { key, content: contentOf(request) };
      const { link, replayed } = await createPaymentLink(app, caller.environment.id, order, keyed);
      if (replayed) void reply.header('idempotent-replayed', 'true');
      return reply.code(201).send(itemOf(app, link));
    },
  );

  http.get(
    PATH,
    {
      config: CONFIG,
      schema: {
        operationId: 'listPaymentLinks',
        summary: 'List payment links',
        description: 'All links that have not been deleted, newest first, active or not.',
        tags: ['Payment links'],
        querystring: Type.Object(PageQuery),
        response: { 200: ListOf(Link) },
      },
    },
    async ({ query, caller }) => {
      const { limit, after } = readPage(query, 'lnk');
      const rows = await listLinks(app.db, caller.environment.id, after, limit);
      return pageOf(rows, limit, (link) => itemOf(app, link));
    },
  );

  registerLinkRoutes(http, app);
}

function registerLinkRoutes(http: Http, app: App): void {
  http.patch(
    `${PATH}/:id`,
    {
      config: { ...CONFIG, optionalBody: true },
      schema: {
        operationId: 'updatePaymentLink',
        summary: 'Change a payment link',
        description:
          'Activates or deactivates a link, or changes its texts. Its amount never changes.',
        tags: ['Payment links'],
        params: Params,
        body: LinkChange,
        response: { 200: Link },
      },
    },
    async ({ params, body, caller }) => {
      if (body.title !== undefined) requireVisible(body.title);
      const id = getId('lnk', params.id);
      const link = await updateLink(app.db, caller.environment.id, id, body);
      if (!link) throw new ApiError('not_found');
      return itemOf(app, link);
    },
  );

  http.delete(
    `${PATH}/:id`,
    {
      config: CONFIG,
      schema: {
        operationId: 'deletePaymentLink',
        summary: 'Delete a payment link',
        description: 'Its page disappears and its slug is never used again; its payments stay.',
        tags: ['Payment links'],
        params: Params,
        response: { 204: NoContent },
      },
    },
    async ({ params, caller }, reply) => {
      const deleted = await markDeleted(app.db, caller.environment.id, getId('lnk', params.id));
      if (!deleted) throw new ApiError('not_found');
      return reply.code(204).send(null);
    },
  );
}

/** For people, who look at one link among many; programs keep the answer they got. */
export function registerLinkReading(http: Http, app: App): void {
  http.get(
    `${PATH}/:id`,
    {
      config: { scope: 'links:manage' },
      schema: {
        operationId: 'readPaymentLink',
        summary: 'Read a payment link',
        description: 'One that was not deleted, as the list has it.',
        tags: ['Payment links'],
        params: Params,
        response: { 200: Link },
      },
    },
    async ({ params, caller }) => {
      const link = await findLink(app.db, caller.environment.id, getId('lnk', params.id));
      if (!link) throw new ApiError('not_found');
      return itemOf(app, link);
    },
  );
}

function itemOf(app: App, link: PaymentLink) {
  return {
    ...link,
    url: `${app.config.baseUrl}/pay/${link.slug}`,
    createdAt: link.createdAt.toISOString(),
    updatedAt: link.updatedAt.toISOString(),
  };
}
