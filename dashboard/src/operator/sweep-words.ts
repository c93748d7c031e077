import { defineWords } from '../words/use-words.ts';

export const words = defineWords({
  pt: {
    title: 'Varreduras',
    empty: 'Nenhuma varredura ainda.',
    connection: 'Conexão',
    sweep: 'Alcance',
    position: 'Chegou até',
    between: 'Entre duas voltas',
    due: 'Continua',
    state: 'Situação',
    running: 'Trabalhando',
    waiting: 'Esperando a vez',
    failing: ({ count }: { count: number }) => (count === 1 ? '1 falha' : `${count} falhas`),
    gaps: ({ count }: { count: number }) =>
      count === 1 ? '1 trecho sem comparar' : `${count} trechos sem comparar`,
    last: 'Última volta',
    nothing: 'Nada a comparar',
  },
  en: {
    title: 'Sweeps',
    empty: 'No sweeps yet.',
    connection: 'Connection',
    sweep: 'Range',
    position: 'Reached',
    between: 'Between two passes',
    due: 'Continues',
    state: 'State',
    running: 'Running',
    waiting: 'Waiting its turn',
    failing: ({ count }) => (count === 1 ? '1 failure' : `${count} failures`),
    gaps: ({ count }) => (count === 1 ? '1 period not compared' : `${count} periods not compared`),
    last: 'Last pass',
    nothing: 'Nothing to compare',
  },
});
