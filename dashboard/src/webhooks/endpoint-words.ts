import { count as grouped } from '../words/format.ts';
import { defineWords } from '../words/use-words.ts';

/** Words for the page of one endpoint and its actions. */
export const words = defineWords({
  pt: {
    title: 'Endpoint',
    notFound: 'Este endpoint não existe mais.',
    failed: 'Não foi possível carregar o endpoint.',
    created: 'Adicionado',
    description: 'Descrição',
    change: 'Alterar',
    actions: 'Ações do endpoint',
    test: 'Enviar evento de teste',
    tested: 'Evento de teste enviado. A resposta aparece nas entregas.',
    failing: ({ cause, count }: { cause: string; count: number }) =>
      count === 1
        ? `A última tentativa falhou: ${cause}.`
        : `As últimas ${grouped(count, 'pt')} tentativas falharam; na mais recente: ${cause}.`,
    retryUntil: ({ when }: { when: string }) => `Próxima tentativa: ${when}.`,
    chart: 'Tentativas por hora, 48 h',
    chartOk: 'Entregues',
    chartFailed: 'Falhas',
    hour: 'Hora',
    most: ({ count }: { count: string }) => `No máximo ${count} em uma hora`,
    noChart: 'Nada foi enviado nas últimas 48 horas.',
    healthTitle: 'Saúde',
    pause: {
      do: 'Pausar',
      title: 'Pausar o endpoint',
      text: 'Nada é enviado enquanto estiver pausado. O que esperava para ser enviado é dado como falho; depois, use Reenviar.',
      done: 'Endpoint pausado.',
    },
    resume: { do: 'Ativar', done: 'Endpoint ativo de novo.' },
    rotate: {
      do: 'Trocar segredo',
      title: 'Trocar o segredo',
      text: 'O endpoint recebe um segredo novo. Durante a troca, cada aviso leva as duas assinaturas: a do segredo novo e a do antigo.',
      overlap: 'Por quanto tempo o segredo antigo ainda vale',
      day: '24 horas (troca sem parar nada)',
      week: '7 dias',
      now: 'Nenhum: o antigo vazou',
      nowWarning:
        'O segredo antigo deixa de valer agora. Avisos serão recusados até seu sistema ter o novo.',
      until: ({ when }: { when: string }) => `O segredo antigo vale até ${when}.`,
      ended: 'O segredo antigo não vale mais.',
    },
    replay: {
      do: 'Reenviar desde…',
      title: 'Reenviar desde',
      text: 'Enviamos de novo **todos os eventos** desde esta hora, os que falharam e os já entregues, com o mesmo id. Podem chegar duas vezes: use data.id + event.',
      since: 'Desde (horário de Brasília)',
      missing: 'Escolha dia e hora.',
      confirm: 'Reenviar',
      done: ({ count }: { count: number }) =>
        count === 0
          ? 'Nenhum evento desde essa hora.'
          : count === 1
            ? 'Um evento será reenviado.'
            : `${grouped(count, 'pt')} eventos serão reenviados, alguns por vez.`,
    },
    remove: {
      do: 'Excluir',
      title: 'Excluir endpoint',
      text: 'Nada mais é enviado para este endereço. As entregas feitas continuam na lista.',
      done: 'Endpoint excluído.',
    },
  },
  en: {
    title: 'Endpoint',
    notFound: 'This endpoint no longer exists.',
    failed: 'Could not load the endpoint.',
    created: 'Added',
    description: 'Description',
    change: 'Change',
    actions: 'Endpoint actions',
    test: 'Send a test event',
    tested: 'Test event sent. The answer appears in the deliveries.',
    failing: ({ cause, count }) =>
      count === 1
        ? `The last attempt failed: ${cause}.`
        : `The last ${grouped(count, 'en')} attempts failed; the most recent: ${cause}.`,
    retryUntil: ({ when }) => `Next attempt: ${when}.`,
    chart: 'Attempts per hour, 48 h',
    chartOk: 'Delivered',
    chartFailed: 'Failures',
    hour: 'Hour',
    most: ({ count }) => `At most ${count} in an hour`,
    noChart: 'Nothing was sent in the last 48 hours.',
    healthTitle: 'Health',
    pause: {
      do: 'Pause',
      title: 'Pause endpoint',
      text: 'Nothing is sent while it is paused. What was waiting to be sent counts as failed; send it again afterwards.',
      done: 'Endpoint paused.',
    },
    resume: { do: 'Switch on', done: 'The endpoint is on again.' },
    rotate: {
      do: 'Rotate secret',
      title: 'Rotate secret',
      text: 'The endpoint gets a new secret. During the change, each notice carries two signatures, one with the new secret and one with the old.',
      overlap: 'How long the old secret stays valid',
      day: '24 hours (nothing stops)',
      week: '7 days',
      now: 'Not at all: the old one has leaked',
      nowWarning:
        'The old secret stops working now. Notices will be refused until your system has the new one.',
      until: ({ when }) => `The old secret is valid until ${when}.`,
      ended: 'The old secret is no longer valid.',
    },
    replay: {
      do: 'Send again since…',
      title: 'Send again since',
      text: 'We send **all events** since this time again, both failed and delivered, with the same id. They may arrive twice: use data.id + event.',
      since: 'Since (Brasília time)',
      missing: 'Choose day and time.',
      confirm: 'Send again',
      done: ({ count }) =>
        count === 0
          ? 'No events since that time.'
          : count === 1
            ? 'One event will be sent again.'
            : `${grouped(count, 'en')} events will be sent again, a few at a time.`,
    },
    remove: {
      do: 'Delete',
      title: 'Delete endpoint',
      text: 'Nothing more is sent to this address. Past deliveries stay in the list.',
      done: 'Endpoint deleted.',
    },
  },
});
