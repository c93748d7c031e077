import { randomUUID } from 'node:crypto';

/** People whose traces are searched for. The numbers do not belong to anybody of that name. */
export const PEOPLE = {
  payer: '52998224725',
  company: '11222333000181',
  stranger: '86288366757',
  receiver: '39053344705',
  payerName: 'ZULEICA QUINTANILHA XAVANTE',
  strangerName: 'Epaminondas Zanzibar',
  email: 'segredo.pessoal@exemplo.com.br',
  phone: '+5511987650321',
  evp: 'f47ac10b-58cc-4372-a567-0e02b2c3d479',
  pixCompany: '45723174000110',
};

type BadRequest = readonly [method: string, path: string, body?: unknown, headers?: object];

const fresh = (): object => ({ 'idempotency-key': randomUUID() });

/** Requests that are refused, with personal data in all of them. */
export function badRequests({ payer, payerName, email, phone, evp }: typeof PEOPLE): BadRequest[] {
  const person = { name: payerName, payerName, taxId: `${payer}x`, email };
  return [
    ['POST', '/v1/api/deposit', { amountCents: 5_000, ...person }, fresh()],
    ['POST', '/v1/api/deposit', { amountCents: payer, taxId: payer }, fresh()],
    ['POST', '/v1/api/deposit', { amountCents: 5_000, taxId: payer, walletId: email }, fresh()],
    ['POST', '/v1/api/deposit', { amountCents: 5_000, taxId: [payer, payerName] }, fresh()],
    ['POST', '/v1/api/deposit', { amountCents: 5_000, taxId: payer }],
    ['POST', '/v1/api/deposit', `{"taxId":"${payer}","name":"${payerName}`, fresh()],
    ['POST', '/v1/api/deposit', `"${payer} ${payerName}"`, fresh()],
    ['POST', '/v1/api/deposit', { ...person, amountCents: 5_000, taxId: '00000000001' }, fresh()],
    ['POST', '/v1/api/deposit', person, { ...fresh(), 'content-type': `text/${payer}` }],
    ['POST', '/v1/api/withdraw', { pixKeyType: 'EVP', pixKey: email, taxId: payer }, fresh()],
    ['POST', '/v1/api/withdraw', { amountCents: 5_000, pixKeyType: email, pixKey: evp }, fresh()],
    [
      'POST',
      '/v1/api/withdraw',
      { amountCents: 5_000, pixKeyType: 'CPF', pixKey: phone, taxId: payer },
      fresh(),
    ],
    ['POST', '/v1/api/wallets', { liquidAddress: email, label: 'x' }],
    ['GET', `/v1/api/transactions?cursor=${payer}&status=${encodeURIComponent(payerName)}`],
    ['GET', `/v1/api/meds?depositId=${payer}&limit=${phone}`],
    ['GET', `/v1/api/deposit/${payer}/status`],
    ['GET', `/people/${encodeURIComponent(payerName)}/${payer}?email=${email}`],
    ['PUT', `/v1/api/deposit?taxId=${payer}`, person],
    ['GET', '/v1/api/fees', undefined, { authorization: `Bearer ${payer} ${email}` }],
    ['POST', '/v1/api/webhook-endpoints', { url: `ftp://${payer}:${phone}@example.com/${evp}` }],
    ['POST', '/v1/api/deposit', { ...person, filler: 'x'.repeat(70_000) }, fresh()],
    ['POST', '/provider/webhooks/deposit', person, { authorization: `Basic ${payer}` }],
  ];
}
