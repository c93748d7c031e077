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
      owner: 'Does everything, and alone adds or removes other owners.',
      admin: 'Does everything in the account: charges, withdraws, changes wallets, runs the team.',
      developer:
        'Charges, creates links and API keys and looks after webhooks. Does not withdraw or change wallets.',
      viewer: 'Only looks: at sales, withdrawals, wallets and alerts. Changes nothing.',
    },
  },
});
