import { CHECKOUT_STATES } from '../src/checkouts/checkout.ts';
import { cents } from '../src/money.ts';
import { renderCheckout } from '../src/pay-pages/html/checkout-page.ts';
import { renderForm } from '../src/pay-pages/html/form-page.ts';
import { renderNotice } from '../src/pay-pages/html/notice-page.ts';
import { plainShop } from '../src/pay-pages/html/plain-text.ts';
import { renderReceipt } from '../src/pay-pages/html/receipt-page.ts';
import type {
  CheckoutView,
  FormFault,
  FormView,
  Frame,
  NoticeView,
  ReceiptView,
} from '../src/pay-pages/html/view.ts';

/** 199 characters, as long as the provider's codes. */
export const CODE =
  '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441' +
  '5204000053039865802BR5913Fulano de Tal6008BRASILIA62590555abcdefghijklmnopqrstuvwxyz0123456789' +
  'ABCDEFGHIJKLM';
const SLUG = 'abc123def456g';
const TOKEN = 'tokenTOKENtokenTOKEN12';

const FAULTS: readonly FormFault[] = [
  ...(['missing', 'unreadable', 'range'] as const).map((kind) => ({
    field: 'amount' as const,
    kind,
  })),
  ...(
    ['missing', 'cpf_short', 'cpf_digits', 'cnpj_short', 'cnpj_digits', 'cnpj_letters'] as const
  ).map((kind) => ({ field: 'document' as const, kind })),
  { field: null, kind: 'too_many', retryAfterSeconds: 240 },
  { field: null, kind: 'busy', retryAfterSeconds: 12 },
  { field: null, kind: 'unstable' },
  { field: null, kind: 'paused' },
];
const NOTICES = [
  'missing',
  'inactive',
  'paused',
  'unavailable',
  'too_many',
  'full',
  'unreadable',
] as const satisfies readonly NoticeView['kind'][];

/** Whatever the owner, the operator or the provider may have written. */
export interface Said {
  readonly title: string;
  readonly description: string;
  readonly shop: Frame['shop'];
  readonly institution: string | null;
}

export const PLAIN: Said = {
  title: 'Bolo de cenoura',
  description: 'Com cobertura.\nRetirada na loja.',
  shop: { name: 'Padaria do Zé', contact: '(11) 98888-7777', website: 'https://padaria.example' },
  institution: 'Eulen Pagamentos',
};
export const NAMELESS: Said = {
  ...PLAIN,
  shop: { name: null, contact: null, website: null },
  institution: null,
};

/** Every page in every state, by name. */
export function everyPage(
  language: Frame['language'],
  mode: Frame['mode'] = 'test',
  said = PLAIN,
): Map<string, string> {
  const pages = new Map<string, string>();
  const frame = frameOf(language, mode, said);
  const form = formView(frame, said);
  pages.set('form', renderForm(form));
  pages.set('open form', renderForm({ ...form, amountCents: null }));
  for (const fault of FAULTS) {
    const documentKind = fault.kind.startsWith('cnpj') ? 'cnpj' : 'cpf';
    const view: FormView = { ...form, amountCents: null, documentKind, faults: [fault] };
    pages.set(`form, ${fault.field} ${fault.kind}`, renderForm(view));
  }
  for (const state of CHECKOUT_STATES) {
    const view = checkoutView(frame, said, state);
    pages.set(state, renderCheckout(view));
    pages.set(`${state}, open amount`, renderCheckout({ ...view, isOpenAmount: true }));
  }
  const returned = { ...checkoutView(frame, said, 'returned'), isOtherPayer: false };
  pages.set('returned, same payer', renderCheckout(returned));
  pages.set('receipt', renderReceipt(receiptView(frame, said)));
  for (const kind of NOTICES)
    pages.set(`notice ${kind}`, renderNotice({ frame, kind, retryAfterSeconds: 60 }));
  return pages;
}

export function frameOf(language: Frame['language'], mode: Frame['mode'], said: Said): Frame {
  const { shop, institution } = said;
  const path = `/pay/${SLUG}`;
  const origin = 'https://pay.example';
  return { language, mode, shop: plainShop(shop), origin, institution, path };
}

export function formView(frame: Frame, { title, description }: Said): FormView {
  return {
    frame,
    slug: SLUG,
    title,
    description,
    amountCents: cents(5_000),
    attempt: 'an_attempt',
    amount: '',
    document: '',
    documentKind: 'cpf',
    faults: [],
  };
}

export function checkoutView(
  frame: Frame,
  { title, institution }: Said,
  state: CheckoutView['state'],
): CheckoutView {
  return {
    frame,
    slug: SLUG,
    token: TOKEN,
    state,
    title,
    amountCents: 5_000,
    isOpenAmount: false,
    pixQrCode: state === 'waiting' ? CODE : null,
    payee: { name: institution ?? 'Fulano de Tal', isCertain: institution !== null },
    payer: '***.982.247-**',
    isOtherPayer: true,
    paidCents: state === 'short' ? 4_000 : 5_000,
    limitCents: 50_000,
    expiresAt: new Date('2026-11-21T17:20:00Z'),
    now: new Date('2026-11-21T17:05:00Z'),
  };
}

function receiptView(frame: Frame, { title }: Said): ReceiptView {
  return {
    frame,
    slug: SLUG,
    token: TOKEN,
    title,
    amountCents: 5_000,
    confirmedAt: new Date('2026-11-21T02:59:00Z'),
    payer: '***.982.247-**',
    depositId: 'dep_01h2xcejqtf2nbrexx3vqjhp41',
    blockchainTxId: 'ab'.repeat(32),
  };
}
