import { defineWords } from '../words/use-words.ts';

interface Counted {
  readonly entries: number;
  /** The number as it is displayed. */
  readonly count: string;
}

export const words = defineWords({
  pt: {
    title: 'Auditoria',
    failed: 'Não foi possível carregar a auditoria.',
    empty: 'Nenhum ato ainda.',
    emptyFiltered: 'Nenhum ato com este filtro. Ele vale por inteiro, não por parte.',
    q: 'Conta, código, ato ou e-mail',
    who: 'Quem',
    number: 'Nº',
    at: 'Quando',
    actor: 'Quem',
    action: 'Ato',
    subject: 'Sobre',
    reason: 'Motivo',
    details: 'Detalhes',
    address: ({ address }: { address: string }) => `de ${address}`,
    kinds: {
      person: 'Membro',
      operator: 'Operador',
      key: 'Chave de API',
      cli: 'Linha de comando',
      system: 'Sistema',
    },
    verify: {
      do: 'Conferir a cadeia',
      text: 'Cada ato traz a soma do anterior. Conferir refaz todas as contas e mostra se algo foi mudado ou apagado.',
      head: 'Soma guardada',
      headHint: 'A que você anotou da última vez: sem ela, um corte no fim não aparece.',
      headWrong: 'São 64 caracteres, de 0 a 9 e de a até f.',
      intact: ({ entries, count }: Counted) =>
        entries === 1
          ? 'A cadeia está inteira: 1 ato confere.'
          : `A cadeia está inteira: ${count} atos conferem.`,
      broken: ({ sequence, flaw }: { sequence: string; flaw: string }) =>
        `A cadeia quebra no ato ${sequence}: ${flaw}.`,
      unknown: ({ entries, count }: Counted) =>
        entries === 1
          ? 'A soma guardada não está na cadeia. O único ato que está nela confere.'
          : `A soma guardada não está na cadeia. Os ${count} atos que estão nela conferem entre si.`,
      flaws: {
        changed: 'ele foi mudado',
        missing: 'ele falta',
        cut_off: 'daí em diante foi apagado',
        added: 'ele foi posto depois',
      },
      keep: 'Soma do último ato. Guarde em outro lugar:',
      headLabel: 'soma',
      again: 'Conferir de novo',
      close: 'Fechar',
      running: 'Conferindo. Pode levar alguns segundos.',
    },
  },
  en: {
    title: 'Audit',
    failed: 'Could not load the audit log.',
    empty: 'No entries yet.',
    emptyFiltered: 'No entries with this filter. It must match in full, not in part.',
    q: 'Account, id, action or e-mail',
    who: 'Who',
    number: 'No.',
    at: 'When',
    actor: 'Who',
    action: 'Action',
    subject: 'About',
    reason: 'Reason',
    details: 'Details',
    address: ({ address }) => `from ${address}`,
    kinds: {
      person: 'Member',
      operator: 'Operator',
      key: 'API key',
      cli: 'Command line',
      system: 'System',
    },
    verify: {
      do: 'Verify the chain',
      text: 'Each entry carries the hash of the one before. Verifying recomputes them all and shows whether anything was changed or removed.',
      head: 'Saved hash',
      headHint:
        'The one you wrote down last time: without it, entries removed at the end go unnoticed.',
      headWrong: 'It has 64 characters, 0 to 9 and a to f.',
      intact: ({ entries, count }) =>
        entries === 1
          ? 'The chain is intact: 1 entry verified.'
          : `The chain is intact: ${count} entries verified.`,
      broken: ({ sequence, flaw }) => `The chain breaks at entry ${sequence}: ${flaw}.`,
      unknown: ({ entries, count }) =>
        entries === 1
          ? 'The saved hash is not in the chain. Its only entry is intact.'
          : `The saved hash is not in the chain. Its ${count} entries agree with each other.`,
      flaws: {
        changed: 'it was changed',
        missing: 'it is missing',
        cut_off: 'everything after it was removed',
        added: 'it was added later',
      },
      keep: 'Hash of the last entry. Keep it somewhere else:',
      headLabel: 'hash',
      again: 'Verify again',
      close: 'Close',
      running: 'Verifying. It may take a few seconds.',
    },
  },
});
