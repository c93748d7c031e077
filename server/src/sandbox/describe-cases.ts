import type { Language } from '../refusals.ts';
import type { SandboxCase, Stage } from './case.ts';
import { CASES } from './find-case.ts';

const WORDS = {
  pt: {
    front:
      '---\ntitle: Casos do ensaio\nsummary: Tudo o que se pode ensaiar no modo de teste, com o valor que provoca cada caso e o que esperar.\n---',
    intro:
      'Um pedido com o valor ou o CPF da segunda coluna faz o caso acontecer, por qualquer caminho: API, SDK, painel ou link. ' +
      '`POST /v1/sandbox/cases/{name}` faz o pedido por você, e `GET /v1/sandbox/cases` devolve esta mesma lista. ' +
      'Onde se lê "adiante", [adiante o relógio](rehearsal.md#move-the-clock) do ambiente, ou espere esse tempo de verdade.',
    columns: ['Caso', 'Pedido', 'O que acontece', 'O que esperar'],
    deposit: 'Depósitos',
    call: 'O pedido em si',
    withdrawal: 'Saques',
    of: { deposit: 'depósito', withdrawal: 'saque' },
    any: 'qualquer pedido',
    answers: 'respostas',
    advance: 'adiante',
    alert: 'alerta',
    chain: 'na rede',
    operator: 'aviso ao operador',
  },
  en: {
    front:
      '---\ntitle: Rehearsal cases\nsummary: Everything that can be rehearsed in test mode, with the amount that triggers each case and what to expect.\n---',
    intro:
      'An order with the amount or CPF in the second column runs the case, however it is made: API, SDK, dashboard or link. ' +
      '`POST /v1/sandbox/cases/{name}` makes the order for you, and `GET /v1/sandbox/cases` returns this list. ' +
      'Where it says "advance", [move the clock](rehearsal.md#move-the-clock) of the environment forward, or really wait that long.',
    columns: ['Case', 'Order', 'What happens', 'What to expect'],
    deposit: 'Deposits',
    call: 'The order itself',
    withdrawal: 'Withdrawals',
    of: { deposit: 'deposit', withdrawal: 'withdrawal' },
    any: 'any order',
    answers: 'answers',
    advance: 'advance',
    alert: 'alert',
    chain: 'on the chain',
    operator: 'operator alert',
  },
} as const;

/** The page about the cases, in Markdown, generated from the table that runs them. */
export function describeCases(language: Language): string {
  const say = WORDS[language];
  const sections = (['deposit', 'call', 'withdrawal'] as const).map((section) => {
    const rows = CASES.filter((one) => sectionOf(one) === section);
    return `## ${say[section]}\n\n${tableOf(rows, language)}`;
  });
  return [say.front, say.intro, ...sections].join('\n\n') + '\n';
}

function sectionOf({ of, answers }: SandboxCase): 'deposit' | 'call' | 'withdrawal' {
  // Whatever is not simply answered with 201 is about the order itself.
  if (of.length > 1 || answers.length > 1) return 'call';
  return of[0];
}

function tableOf(rows: readonly SandboxCase[], language: Language): string {
  const { columns } = WORDS[language];
  const lines = rows.map((one) => [
    `\`${one.name}\``,
    orderOf(one, language),
    `**${one.title[language]}.** ${one.text[language]}`,
    outcomeOf(one, language),
  ]);
  return [columns, columns.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function orderOf({ of, amountCents, taxId }: SandboxCase, language: Language): string {
  const { any, of: nouns } = WORDS[language];
  const noun = of.length > 1 ? any : nouns[of[0]];
  const value = amountCents === null ? `taxId ${taxId ?? ''}` : String(amountCents);
  return `${noun}, \`${value}\``;
}

function outcomeOf({ answers, stages }: SandboxCase, language: Language): string {
  const tries = answers.join(', ');
  const simple = tries === '201';
  const parts = stages.map((stage) => stageOf(stage, language));
  return [...(simple ? [] : [`${WORDS[language].answers} ${tries}`]), ...parts].join('; ');
}

function stageOf(
  { after, status, events, alert, chain, operatorAlert }: Stage,
  language: Language,
): string {
  const say = WORDS[language];
  return [
    ...(after === null ? [] : [`${say.advance} \`${after}\`:`]),
    [
      status,
      ...events.map((event) => `\`${event}\``),
      ...(alert ? [`${say.alert} \`${alert}\``] : []),
      ...(chain ? [`${say.chain}: \`${chain}\``] : []),
      ...(operatorAlert ? [`${say.operator}: \`${operatorAlert}\``] : []),
    ].join(', '),
  ].join(' ');
}
