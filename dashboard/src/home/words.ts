import { count as grouped } from '../words/format.ts';
import { defineWords } from '../words/use-words.ts';

export const words = defineWords({
  pt: {
    title: 'Início',
    charge: 'Nova cobrança',
    figures: {
      label: 'Resumo do período',
      received: 'Recebido',
      fees: 'Tarifas',
      paid: 'Cobranças pagas / criadas',
      paidOf: ({ paid, created }: { paid: string; created: string }) => `${paid} / ${created}`,
      pending: 'Pendentes',
      pendingCount: ({ count }: { count: number }) =>
        count === 1 ? '1 cobrança aguardando' : `${grouped(count, 'pt')} cobranças aguardando`,
      up: ({ by }: { by: string }) => `${by} a mais que antes`,
      down: ({ by }: { by: string }) => `${by} a menos que antes`,
      same: 'Igual ao período anterior',
      nothingBefore: 'Nada no período anterior',
      failed: 'Não deu para somar agora.',
    },
    days: { title: 'Recebido por dia', day: 'Dia', none: 'Nada recebido neste período.' },
    latest: {
      title: 'Últimas transações',
      all: 'Ver todas',
      failed: 'Não foi possível carregar as transações.',
      what: 'Transação',
      when: 'Data',
      status: 'Situação',
      amount: 'Valor',
      deposit: 'Depósito',
      withdrawal: 'Saque',
    },
    empty: 'Ainda não há vendas por aqui. Faça um Pix de teste em 1 minuto.',
    emptyLive: 'Ainda não há vendas por aqui. Crie um link de pagamento ou uma cobrança.',
    simulate: 'Simular um Pix',
    createLink: 'Criar link de pagamento',
    reversals: {
      title: 'Alertas abertos',
      none: 'Nenhum alerta aberto.',
      med: ({ count }: { count: number }) =>
        count === 1 ? '1 alerta de MED para ver' : `${count} alertas de MED para ver`,
      estorno: ({ count }: { count: number }) =>
        count === 1 ? '1 estorno para ver' : `${count} estornos para ver`,
      see: 'Ver alertas',
      failed: 'Não conseguimos ler os alertas. Confira por e-mail.',
    },
    mismatches: {
      title: 'A rede Liquid não confirma o que o provedor informou',
      many: 'A rede Liquid não confirma muitos depósitos que o provedor informou',
      about: 'O operador já foi avisado. Veja o que fazer em cada depósito:',
      deposit: ({ amount, date }: { amount: string; date: string }) =>
        `Depósito de ${amount}, de ${date}`,
    },
    health: {
      label: 'Funcionamento',
      provider: {
        normal: 'Provedor: normal',
        unstable: 'Provedor: instável',
        paused: 'Provedor: pausado',
        not_configured: 'Provedor: não configurado',
      },
      webhooks: ({ rate }: { rate: string }) => `Webhooks: ${rate} em 24 h`,
      noWebhooks: 'Webhooks: nenhum em 24 h',
      unstableSince: ({ time }: { time: string }) =>
        `O provedor Pix está instável desde ${time}. Novas cobranças podem demorar; as pagas continuam sendo confirmadas.`,
      unstable:
        'O provedor Pix está instável. Novas cobranças podem demorar; as pagas continuam sendo confirmadas.',
      paused:
        'Novas cobranças estão pausadas pelo operador. As que já foram pagas continuam sendo confirmadas.',
      notConfigured:
        'O provedor Pix ainda não foi configurado neste ambiente. Fale com o operador para começar a cobrar.',
    },
    checklist: {
      title: { test: 'Primeiros passos', live: 'Primeiros passos em produção' },
      progress: ({ done, all }: { done: number; all: number }) => `${done} de ${all} feitos`,
      steps: {
        email: {
          name: 'Confirmar e-mail',
          why: 'Para recuperar o acesso e receber avisos.',
        },
        provider: {
          name: 'Provedor Pix configurado',
          why: 'Quem configura é o operador desta instalação.',
        },
        wallet: {
          name: 'Cadastrar carteira',
          why: 'A carteira de ensaio já basta para testar. Para treinar o cadastro, use um endereço da rede de testes: o de verdade fica para a produção.',
        },
        key: {
          name: 'Criar chave de API',
          why: 'Liga o seu sistema ao gateway. Não é preciso para links de pagamento.',
        },
        payment: {
          name: 'Receber um Pix de teste',
          why: 'Sem dinheiro de verdade, em 1 minuto.',
        },
        webhook: {
          name: 'Conectar webhook',
          why: 'Avisa o seu sistema quando um Pix é pago.',
        },
      },
      liveSteps: {
        wallet: {
          name: 'Cadastrar carteira de produção',
          why: 'É para lá que vão os seus DePix. Só você controla esse dinheiro.',
        },
        key: {
          name: 'Criar chave de API de produção',
          why: 'A chave de testes não vale aqui. Não é preciso para links de pagamento.',
        },
        payment: {
          name: 'Receber o primeiro Pix de verdade',
          why: 'Comece com um valor pequeno e confira se os DePix chegam à sua carteira.',
        },
      },
      seeSteps: 'Ver os passos',
      start: 'Começar',
      startNamed: ({ name }: { name: string }) => `Começar: ${name}`,
      doneAt: ({ time }: { time: string }) => `Feito às ${time}`,
      doneOn: ({ date }: { date: string }) => `Feito em ${date}`,
      hide: 'Ocultar',
      show: 'Mostrar primeiros passos',
      ready: 'Testes concluídos. Em produção, mais alguns passos e você recebe de verdade.',
      goLive: 'Ir para produção',
      noLive:
        'Testes concluídos. Produção ainda não foi configurada nesta instalação: fale com o operador.',
      over: 'Tudo pronto: sua loja já recebe Pix de verdade.',
      failed: 'Não foi possível carregar os primeiros passos.',
    },
  },
  en: {
    title: 'Home',
    charge: 'New charge',
    figures: {
      label: 'Summary of the period',
      received: 'Received',
      fees: 'Fees',
      paid: 'Charges paid / created',
      paidOf: ({ paid, created }) => `${paid} / ${created}`,
      pending: 'Pending',
      pendingCount: ({ count }) =>
        count === 1 ? '1 charge waiting' : `${grouped(count, 'en')} charges waiting`,
      up: ({ by }) => `${by} more than before`,
      down: ({ by }) => `${by} less than before`,
      same: 'Same as the previous period',
      nothingBefore: 'Nothing in the previous period',
      failed: 'Could not add it up right now.',
    },
    days: { title: 'Received per day', day: 'Day', none: 'Nothing received in this period.' },
    latest: {
      title: 'Latest transactions',
      all: 'See all',
      failed: 'Could not load the transactions.',
      what: 'Transaction',
      when: 'Date',
      status: 'Status',
      amount: 'Amount',
      deposit: 'Deposit',
      withdrawal: 'Withdrawal',
    },
    empty: 'No sales here yet. Make a test Pix in 1 minute.',
    emptyLive: 'No sales here yet. Create a payment link or a charge.',
    simulate: 'Simulate a Pix',
    createLink: 'Create a payment link',
    reversals: {
      title: 'Open alerts',
      none: 'No open alerts.',
      med: ({ count }) => (count === 1 ? '1 MED alert to review' : `${count} MED alerts to review`),
      estorno: ({ count }) => (count === 1 ? '1 return to review' : `${count} returns to review`),
      see: 'See alerts',
      failed: 'We could not load the alerts. Check your e-mail.',
    },
    mismatches: {
      title: 'The Liquid network does not confirm what the provider reported',
      many: 'The Liquid network does not confirm many deposits that the provider reported',
      about: 'The operator has already been notified. See what to do for each deposit:',
      deposit: ({ amount, date }) => `Deposit of ${amount} on ${date}`,
    },
    health: {
      label: 'System status',
      provider: {
        normal: 'Provider: normal',
        unstable: 'Provider: unstable',
        paused: 'Provider: paused',
        not_configured: 'Provider: not configured',
      },
      webhooks: ({ rate }) => `Webhooks: ${rate} in 24 h`,
      noWebhooks: 'Webhooks: none in 24 h',
      unstableSince: ({ time }) =>
        `The Pix provider has been unstable since ${time}. New charges may take longer; payments are still being confirmed.`,
      unstable:
        'The Pix provider is unstable. New charges may take longer; payments are still being confirmed.',
      paused:
        'The operator has paused new charges. Payments already made are still being confirmed.',
      notConfigured:
        'The Pix provider is not configured in this mode yet. Contact the operator to start charging.',
    },
    checklist: {
      title: { test: 'First steps', live: 'First steps in live mode' },
      progress: ({ done, all }) => `${done} of ${all} done`,
      steps: {
        email: {
          name: 'Confirm your e-mail',
          why: 'To recover access and receive notices.',
        },
        provider: {
          name: 'Pix provider configured',
          why: 'The operator of this installation configures it.',
        },
        wallet: {
          name: 'Register a wallet',
          why: 'The rehearsal wallet is enough for testing. To practise registering one, use a test network address: your real one is for live mode.',
        },
        key: {
          name: 'Create an API key',
          why: 'Connects your system to the gateway. Payment links do not need one.',
        },
        payment: {
          name: 'Receive a test Pix',
          why: 'No real money, in 1 minute.',
        },
        webhook: {
          name: 'Connect a webhook',
          why: 'Tells your system when a Pix is paid.',
        },
      },
      liveSteps: {
        wallet: {
          name: 'Register a live wallet',
          why: 'This is where your DePix go. Only you control that money.',
        },
        key: {
          name: 'Create a live API key',
          why: 'A test key does not work here. Payment links do not need one.',
        },
        payment: {
          name: 'Receive your first real Pix',
          why: 'Start with a small amount and check that the DePix reach your wallet.',
        },
      },
      seeSteps: 'See the steps',
      start: 'Start',
      startNamed: ({ name }) => `Start: ${name}`,
      doneAt: ({ time }) => `Done at ${time}`,
      doneOn: ({ date }) => `Done on ${date}`,
      hide: 'Hide',
      show: 'Show first steps',
      ready: 'Testing is complete. A few more steps in live mode and you can receive real money.',
      goLive: 'Go live',
      noLive:
        'Testing is complete. Live mode is not configured in this installation yet: contact the operator.',
      over: 'All set: your shop receives real Pix now.',
      failed: 'Could not load the first steps.',
    },
  },
});
