import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { Gateway } from './gateway.ts';
import { admitted, type Merchant, PAYER } from './merchant.ts';

/** Lets a test choose the address that a payer comes from. */
export const BEHIND_PROXY = { PONTE_TRUSTED_PROXIES: '127.0.0.1' };

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** That of the document. */
  readonly title: string;
  /** The state that `main` reports. */
  readonly state: string | undefined;
  readonly location: string | undefined;
}

export interface Form {
  readonly action: string;
  /** As a browser would send it untouched. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface Payer {
  /** One request; redirects are not followed. */
  ask(path: string, form?: Record<string, string> | string, headers?: object): Promise<Page>;
  /** Submits a valid form of the link, by default under a new try. */
  order(link: { slug: string }, fields?: Record<string, string>): Promise<Page>;
  /** The path of the payer's page that an order leads to. */
  orders(link: { slug: string }, fields?: Record<string, string>): Promise<string>;
}

/** Somebody with a phone, with an address of their own. */
export function openPayer(gateway: Pick<Gateway, 'url'>, address = randomAddress()): Payer {
  const ask: Payer['ask'] = async (path, form, headers = {}) => {
    const body = typeof form === 'object' ? new URLSearchParams(form).toString() : form;
    const response = await fetch(new URL(path, gateway.url), {
      redirect: 'manual',
      headers: {
        'x-forwarded-for': address,
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(body !== undefined && { method: 'POST', body }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      title: /<title>([^<]*)</.exec(text)?.[1] ?? '',
      state: /<main[^>]* data-state="(\w+)"/.exec(text)?.[1],
      location: response.headers.get('location') ?? undefined,
    };
  };
  const order: Payer['order'] = (link, fields = {}) =>
    ask(`/pay/${link.slug}`, { attempt: newTry(), kind: 'cpf', document: PAYER, ...fields });
  return {
    ask,
    order,
    orders: async (link, fields) => {
      const path = redirectOf(await order(link, fields));
      assert.match(path, new RegExp(`^/pay/${link.slug}/[0-9A-Za-z]{22}`));
      return path;
    },
  };
}

/** Where an accepted form leads. */
export function redirectOf({ status, location, text }: Page): string {
  assert.equal(status, 303, text);
  return String(location);
}

export function newTry(): string {
  return randomBytes(12).toString('hex');
}

/** An address that no other test uses. */
export function randomAddress(): string {
  const [a = 0, b = 0, c = 0] = randomBytes(3);
  return `10.${String(a)}.${String(b)}.${String(c)}`;
}

export interface Link {
  readonly id: string;
  readonly slug: string;
}

export async function openLink(merchant: Merchant, order: object = {}): Promise<Link> {
  const whole = { title: 'Aula de violão', description: '', amountCents: 5_000, ...order };
  const { status, body, text } = await admitted(() =>
    merchant.call('POST', '/v1/api/payment-links', whole),
  );
  assert.equal(status, 201, text);
  return { id: String(body['id']), slug: String(body['slug']) };
}

/** How many codes the provider made for a shop, whatever became of them. */
export async function chargesOf(merchant: Merchant): Promise<number> {
  return (await merchant.books()).charges.length;
}

/** The forms of a page, as a browser finds them. */
export function formsIn({ text }: Pick<Page, 'text'>): Form[] {
  return elementsIn(parse(text), 'form').map((form) => {
    const controls = ['input', 'button'].flatMap((name) => elementsIn(form, name));
    const sent = controls.map(attributesOf).filter(isSent);
    return {
      action: attributesOf(form)['action'] ?? '',
      fields: Object.fromEntries(sent.map(({ name, value }) => [String(name), value ?? ''])),
    };
  });
}

/** Each element of a page, with its attributes. */
export function elementsOf({ text }: Pick<Page, 'text'>): readonly {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}[] {
  const found = elementsIn(parse(text), undefined);
  return found.map((one) => ({ name: one.tagName, attributes: attributesOf(one) }));
}

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** @param name of the wanted elements; undefined for all */
function elementsIn(node: Node, name: string | undefined): Element[] {
  const inner = 'childNodes' in node ? node.childNodes.flatMap((one) => elementsIn(one, name)) : [];
  const isWanted = 'tagName' in node && (name === undefined || node.tagName === name);
  return isWanted ? [node, ...inner] : inner;
}

function attributesOf(element: Element): Record<string, string> {
  return Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]));
}

function isSent(attributes: Record<string, string>): boolean {
  if (attributes['name'] === undefined) return false;
  return attributes['type'] !== 'radio' || 'checked' in attributes;
}
