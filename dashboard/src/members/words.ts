import { defineWords } from '../words/use-words.ts';

export const words = defineWords({
  pt: {
    names: {
      owner: 'Proprietário',
      admin: 'Administrador',
      developer: 'Desenvolvedor',
      viewer: 'Leitor',
    },
    may: {
      owner: 'Faz tudo, e só ele inclui ou tira outros proprietários.',
      admin: 'Faz tudo na conta: cobra, saca, muda carteiras, cuida da equipe.',
      developer:
        'Cobra, cria links e chaves de API e cuida dos webhooks. Não saca nem muda carteiras.',
      viewer: 'Só consulta: vê vendas, saques, carteiras e alertas. Não muda nada.',
    },
  },
  en: {
    names: {
      owner: 'Owner',
      admin: 'Administrator',
      developer: 'Developer',
      viewer: 'Viewer',
    },
    may: {
      owner: 'Can do everything, and is the only role that can add or remove owners.',
      admin: 'Can do everything in the account: charge, withdraw, change wallets, manage the team.',
      developer:
        'Can charge, create links and API keys and manage webhooks. Cannot withdraw or change wallets.',
      viewer: 'Read only: sees sales, withdrawals, wallets and alerts. Cannot change anything.',
    },
  },
});
