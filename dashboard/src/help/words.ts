import { defineWords } from '../words/use-words.ts';

export const words = defineWords({
  pt: {
    title: 'Ajuda',
    steps: {
      title: 'Primeiros passos',
      about: {
        test: 'Da confirmação do e-mail ao primeiro Pix de teste.',
        live: 'Da carteira de produção ao primeiro Pix de verdade.',
      },
      over: 'Todos os passos foram feitos.',
      open: 'Ver os primeiros passos',
      reopen: 'Mostrar de novo no Início',
      ask: 'Os primeiros passos foram escondidos. Peça a um administrador da conta para mostrar de novo.',
      failed: 'Não foi possível carregar os primeiros passos.',
    },
    answers: {
      title: 'Perguntas comuns',
      items: {
        depix: 'O que é DePix?',
        depixText:
          'DePix é o real digital na rede Liquid. O Pix de quem paga vira DePix, enviado direto para a sua carteira: ninguém guarda o seu dinheiro no caminho.',
        test: 'Posso testar sem dinheiro?',
        testText:
          'Sim. No ambiente de testes nada é de verdade, e o Simulador paga as cobranças no lugar de quem compra.',
        final: 'Um Pix confirmado pode voltar?',
        finalText:
          'Pode: por contestação no banco (MED) ou por devolução. Os Alertas avisam e mostram o prazo para enviar provas.',
        lost: 'Perdi o celular. Como entro?',
        lostText:
          'Use um código de recuperação no lugar do código do aplicativo. Logo depois, em Perfil e segurança, desative a verificação em duas etapas e ative de novo com o celular novo. Sem códigos, entre com uma chave de acesso ou fale com o operador.',
      },
    },
    docs: {
      title: 'Para desenvolvedores',
      about: 'Tudo o que o painel faz, a sua loja também pode fazer pela API.',
      guides: 'Documentação: guias, erros e referência',
      reference: 'Descrição da API (OpenAPI)',
      keys: 'Chaves de API',
      webhooks: 'Webhooks',
      requests: 'Registros de requisições',
      simulator: 'Simulador',
    },
    contact: {
      title: 'Falar com alguém',
      text: 'O operador, que cuida desta instalação do Ponte, é quem ofereceu o acesso a você. Fale com essa pessoa ou empresa.',
      tell: 'Ao pedir ajuda, envie o código da conta e, se apareceu um erro, o código do erro. Nunca envie senha, chave de API nem códigos de verificação.',
      account: 'Código da conta',
    },
    shortcuts: {
      title: 'Atalhos do teclado',
      search: 'Buscar',
      list: 'Andar pelas linhas de uma lista',
      open: 'Abrir a linha',
      close: 'Fechar o que está aberto',
      keys: { search: '/', list: 'Setas', open: 'Enter', close: 'Esc' },
      key: 'Tecla',
      does: 'O que faz',
    },
  },
  en: {
    title: 'Help',
    steps: {
      title: 'First steps',
      about: {
        test: 'From the confirmed e-mail to the first test Pix.',
        live: 'From the live wallet to the first real Pix.',
      },
      over: 'All steps are done.',
      open: 'See the first steps',
      reopen: 'Show them on Home again',
      ask: 'The first steps were hidden. Ask an administrator of the account to show them again.',
      failed: 'Could not load the first steps.',
    },
    answers: {
      title: 'Common questions',
      items: {
        depix: 'What is DePix?',
        depixText:
          'DePix is a digital real on the Liquid network. The payer’s Pix becomes DePix, sent straight to your wallet: nobody holds your money along the way.',
        test: 'Can I try it without money?',
        testText: 'Yes. Nothing is real in test mode, and the Simulator pays in place of a buyer.',
        final: 'Can a confirmed Pix go back?',
        finalText:
          'Yes: through a dispute at the bank (MED) or a return. Alerts let you know and show the deadline to send evidence.',
        lost: 'I lost my phone. How do I sign in?',
        lostText:
          'Use a recovery code instead of the code from the app. Right after that, under Profile and security, turn two-step verification off, and on again with the new phone. Without codes, sign in with a passkey or contact the operator.',
      },
    },
    docs: {
      title: 'For developers',
      about: 'Everything the dashboard does, your shop can also do through the API.',
      guides: 'Documentation: guides, errors and reference',
      reference: 'API description (OpenAPI)',
      keys: 'API keys',
      webhooks: 'Webhooks',
      requests: 'Request logs',
      simulator: 'Simulator',
    },
    contact: {
      title: 'Talk to someone',
      text: 'The operator, who runs this installation of Ponte, is whoever gave you access. Contact that person or company.',
      tell: 'When asking for help, send the account id and, if there was an error, the request id. Never send a password, an API key or verification codes.',
      account: 'Account id',
    },
    shortcuts: {
      title: 'Keyboard shortcuts',
      search: 'Search',
      list: 'Move through the rows of a list',
      open: 'Open the row',
      close: 'Close what is open',
      keys: { search: '/', list: 'Arrows', open: 'Enter', close: 'Esc' },
      key: 'Key',
      does: 'What it does',
    },
  },
});
