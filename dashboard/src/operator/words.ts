import { defineWords } from '../words/use-words.ts';

/** Words that all operator screens share. */
export const words = defineWords({
  pt: {
    reason: 'Motivo',
    reasonHint: 'De 3 a 500 caracteres. Fica no registro de auditoria, com o seu nome.',
    reasonProblem: {
      missing: 'Diga o motivo.',
      short: 'Use 3 caracteres ou mais.',
      long: 'Use até 500 caracteres.',
    },
    live: 'Produção',
    test: 'Teste',
    testOf: ({ environment }: { environment: string }) => `Teste (${environment})`,
    nobody: 'Nenhuma conta',
    noRecord: 'Sem registro',
    times: ({ count }: { count: number }) => (count === 1 ? '1 vez' : `${count} vezes`),
    code: 'código',
  },
  en: {
    reason: 'Reason',
    reasonHint: '3 to 500 characters. It is kept in the audit log, with your name.',
    reasonProblem: {
      missing: 'Say why.',
      short: 'Use 3 characters or more.',
      long: 'Use at most 500 characters.',
    },
    live: 'Live',
    test: 'Test',
    testOf: ({ environment }) => `Test (${environment})`,
    nobody: 'No account',
    noRecord: 'No record',
    times: ({ count }) => (count === 1 ? 'once' : `${count} times`),
    code: 'code',
  },
});
