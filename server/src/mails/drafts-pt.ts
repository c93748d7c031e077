import { dateTime } from '../brasilia-time.ts';
import { reais } from '../money.ts';
import { plainName } from './plain-name.ts';
import type { Drafts } from './mail.ts';

const ROLES = {
  owner: 'proprietário',
  admin: 'administrador',
  developer: 'desenvolvedor',
  viewer: 'leitor',
} as const;

const CHANGES = {
  totp_added: 'A verificação em duas etapas foi ativada.',
  totp_removed: 'A verificação em duas etapas foi desativada.',
  passkey_added: 'Uma chave de acesso foi adicionada.',
  passkey_removed: 'Uma chave de acesso foi removida.',
} as const;

const NOT_ME = 'Se não foi você, troque sua senha agora e encerre as outras conexões.';

export const DRAFTS_PT: Drafts = {
  confirm_email: () => ({
    subject: 'Confirme seu e-mail',
    lines: [
      'Falta um passo para criar sua conta: confirme que este e-mail é seu.',
      'O link vale por 24 horas e funciona uma vez.',
      'Se você não pediu esta conta, ignore este e-mail e não abra o link: sem ele nada é criado.',
    ],
    action: 'Confirmar e-mail',
  }),
  account_exists: () => ({
    subject: 'Este e-mail já tem conta',
    lines: [
      'Alguém pediu para criar uma conta com este e-mail, mas ela já existe.',
      'Se foi você, entre com a sua senha. Se não lembra dela, escolha outra na página de entrada.',
      'Se não foi você, ignore este e-mail: nada mudou.',
    ],
    action: 'Entrar',
  }),
  password_reset: () => ({
    subject: 'Escolha uma nova senha',
    lines: [
      'Recebemos um pedido para trocar a senha desta conta.',
      'O link vale por 1 hora e funciona uma vez. Ao trocar a senha, você sai de todos os aparelhos.',
      'Se não foi você, ignore este e-mail: a senha continua a mesma.',
    ],
    action: 'Escolher nova senha',
  }),
  password_changed: ({ at }) => ({
    subject: 'Sua senha foi trocada',
    lines: [
      `A senha da sua conta foi trocada em ${dateTime(at, 'pt')}.`,
      'Se não foi você, peça agora uma nova senha na página de entrada: isso tira todos os aparelhos da conta.',
    ],
    action: 'Pedir nova senha',
  }),
  sign_in_changed: ({ change, at }) => ({
    subject: 'A forma de entrar na sua conta mudou',
    lines: [`${CHANGES[change]} Data: ${dateTime(at, 'pt')}.`, NOT_ME],
    action: 'Abrir seu perfil',
  }),
  invitation: ({ accountName, invitedBy, role }) => ({
    subject: `Convite para a conta ${nameOf(accountName)}`,
    lines: [
      `${plainName(invitedBy)} convidou você para a conta ${nameOf(accountName)}, como ${ROLES[role]}.`,
      'O convite vale por 7 dias, uma vez, e somente para este e-mail.',
      'Se você não esperava por isso, ignore este e-mail.',
    ],
    action: 'Ver convite',
  }),
  key_created: ({ accountName, keyName, lastFour, by, at }) => ({
    subject: `Chave criada: ${plainName(keyName)}`,
    lines: [
      `A chave de API ${plainName(keyName)}, que termina em ${lastFour}, foi criada na conta ${nameOf(accountName)}.`,
      `Criada por ${plainName(by)} em ${dateTime(at, 'pt')}.`,
      'Se ninguém da sua equipe fez isso, revogue a chave agora.',
    ],
    action: 'Ver chaves',
  }),
  wallet_changed: ({ accountName, change, label, isDefault, at }) => ({
    subject: 'Carteira alterada',
    lines: [
      `${change === 'added' ? 'Uma carteira foi adicionada à' : 'Uma carteira foi excluída da'} conta ${nameOf(accountName)}${label === '' ? '' : `: ${plainName(label)}`}. Data: ${dateTime(at, 'pt')}.`,
      ...(change === 'added' && isDefault
        ? ['Ela é a carteira padrão: novas cobranças vão para ela.']
        : []),
      'Se ninguém da sua equipe fez isso, confira as carteiras agora e troque sua senha.',
    ],
    action: 'Ver carteiras',
  }),
  reversal: ({ accountName, tipo, isDisputed = true, amountCents, deadline }) => {
    const action = 'Ver alerta';
    const sum = reais(amountCents, 'pt');
    if (tipo === 'estorno') {
      return {
        subject: `Estorno recebido: ${sum}`,
        lines: [
          `Um pagamento de ${sum} à conta ${nameOf(accountName)} foi devolvido a quem pagou. Só vale o Pix que sai de uma conta do CPF ou CNPJ informado.`,
          'O pedido não foi pago: não entregue, e peça um novo pagamento.',
        ],
        action,
      };
    }
    if (!isDisputed) {
      return {
        subject: `Pagamento devolvido pelo provedor: ${sum}`,
        lines: [
          `O provedor devolveu a quem pagou um pagamento de ${sum} à conta ${nameOf(accountName)}, que nunca foi confirmado. Pode ter sido depois de uma análise dele.`,
          'O pedido não foi pago: não entregue. Você não precisa fazer mais nada.',
        ],
        action,
      };
    }
    return {
      subject: `MED recebido: prazo ${deadline === null ? 'a confirmar' : dateTime(deadline, 'pt')}`,
      lines: [
        `O banco do pagador contesta um pagamento de ${sum} à conta ${nameOf(accountName)}.`,
        deadline === null
          ? 'Separe as provas da venda e da entrega o quanto antes.'
          : `Separe as provas da venda e da entrega até ${dateTime(deadline, 'pt')}.`,
      ],
      action,
    };
  },
  withdrawal_requested: ({ accountName, amountCents, keyName, expiresAt }) => ({
    subject: `Um agente pede um saque de ${reais(amountCents, 'pt')}`,
    lines: [
      `O agente da chave ${plainName(keyName)} pede um saque de ${reais(amountCents, 'pt')} da conta ${nameOf(accountName)}.`,
      `Nada é pago sem a confirmação de uma pessoa. O pedido vence em ${dateTime(expiresAt, 'pt')}.`,
      'Confira o valor e quem recebe antes de confirmar. Se ninguém da sua equipe esperava por isso, recuse o pedido e revogue a chave.',
    ],
    action: 'Ver pedido',
  }),
  withdrawal_ended: ({ accountName, outcome, amountCents }) => ({
    subject: outcome === 'completed' ? 'Saque concluído' : 'Saque não concluído',
    lines: [
      outcome === 'completed'
        ? `O Pix de ${reais(amountCents, 'pt')} do saque da conta ${nameOf(accountName)} foi enviado.`
        : `O saque de ${reais(amountCents, 'pt')} da conta ${nameOf(accountName)} falhou. Veja o motivo e o que fazer.`,
    ],
    action: 'Ver saque',
  }),
};

function nameOf(accountName: string | null): string {
  return accountName === null ? 'sem nome' : `“${plainName(accountName)}”`;
}
