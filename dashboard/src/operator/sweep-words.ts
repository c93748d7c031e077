import { defineWords } from '../words/use-words.ts';

export const words = defineWords({
  pt: {
    title: 'Varreduras',
    empty: 'Nenhuma varredura ainda.',
    connection: 'Conexão',
    sweep: 'Alcance',
    names: {
      two_hours: '2 horas',
      two_days: '2 dias',
      ninety_days: '90 dias',
      asked: 'Avulsa',
    },
    position: 'Chegou até',
    between: 'Entre duas voltas',
    due: 'Continua em',
    state: 'Situação',
    running: 'Trabalhando',
    waiting: 'Esperando a vez',
    failing: ({ count }: { count: number }) => (count === 1 ? '1 falha' : `${count} falhas`),
    gaps: ({ count }: { count: number }) =>
      count === 1 ? '1 trecho sem comparar' : `${count} trechos sem comparar`,
    last: 'Última volta',
    nothing: 'Nada a comparar',
    outcomes: {
      matched: ({ count }: { count: number }) => (count === 1 ? '1 bate' : `${count} batem`),
      missingAtProvider: ({ count }: { count: number }) =>
        count === 1 ? '1 falta no provedor' : `${count} faltam no provedor`,
      missingOnChain: ({ count }: { count: number }) =>
        count === 1 ? '1 falta na rede' : `${count} faltam na rede`,
      amountDiffers: ({ count }: { count: number }) => `${count} com outro pagamento`,
      waiting: ({ count }: { count: number }) => `${count} sem resposta ainda`,
    },
  },
  en: {
    title: 'Sweeps',
    empty: 'No sweeps yet.',
    connection: 'Connection',
    sweep: 'Reach',
    names: {
      two_hours: '2 hours',
      two_days: '2 days',
      ninety_days: '90 days',
      asked: 'Out of turn',
    },
    position: 'Has come to',
    between: 'Between two passes',
    due: 'Goes on',
    state: 'State',
    running: 'At work',
    waiting: 'Waiting its turn',
    failing: ({ count }) => (count === 1 ? '1 failure' : `${count} failures`),
    gaps: ({ count }) =>
      count === 1 ? '1 stretch not compared' : `${count} stretches not compared`,
    last: 'Last pass',
    nothing: 'Nothing to compare',
    outcomes: {
      matched: ({ count }) => (count === 1 ? '1 matches' : `${count} match`),
      missingAtProvider: ({ count }) => `${count} missing at the provider`,
      missingOnChain: ({ count }) => `${count} missing on the network`,
      amountDiffers: ({ count }) => `${count} with another payment`,
      waiting: ({ count }) => `${count} without an answer yet`,
    },
  },
});
