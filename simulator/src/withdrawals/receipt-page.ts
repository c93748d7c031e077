import type { Withdrawal } from './withdrawal.ts';

type Paid = Pick<
  Withdrawal,
  'payoutAmountInCents' | 'receiverName' | 'centralBankId' | 'transferredAt'
>;

const REAIS = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const BRASILIA = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'long',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
});

/**
 * What a real payout's bank would show to the recipient. Nothing in it comes from a client, so
 * nothing is escaped.
 * @returns undefined until it is paid
 */
export function receiptPage(withdrawal: Paid): string | undefined {
  const { payoutAmountInCents, receiverName, centralBankId, transferredAt } = withdrawal;
  if (transferredAt === null) return undefined;
  const facts = {
    Valor: REAIS.format(payoutAmountInCents / 100),
    'Quem recebeu': receiverName,
    'Data e hora (Brasília)': BRASILIA.format(transferredAt),
    'Código do Pix (E2E)': centralBankId,
  };
  const rows = Object.entries(facts).map(
    ([name, fact]) => `<dt>${name}</dt><dd>${fact ?? ''}</dd>`,
  );
  return `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Comprovante de Pix (teste)</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-width: 30rem; margin: 2rem auto; padding: 0 1rem; }
  dt { margin-top: 1rem; font-size: 0.875rem; opacity: 0.75; }
  dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
</style>
<h1>Comprovante de Pix</h1>
<p>Ambiente de testes: nenhum Pix de verdade foi pago.</p>
<dl>${rows.join('')}</dl>
</html>
`;
}
