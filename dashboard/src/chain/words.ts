import { count as grouped } from '../words/format.ts';
import { defineWords } from '../words/use-words.ts';

export const words = defineWords({
  pt: {
    title: 'Na rede Liquid',
    confirmations: 'Confirmações',
    confirmationsOf: ({ count, needed }: { count: number; needed: number }) =>
      count < needed ? `${count} de ${needed}` : grouped(count, 'pt'),
    checked: 'Conferido',
    transaction: 'Transação',
    explorer: 'Ver no explorador da rede',
    asset: 'Moeda',
    amount: 'Valor',
    ticks: { ok: 'Confere', wrong: 'Não confere', unknown: 'Não dá para ver' },
    deposit: {
      states: {
        unchecked: 'Aguardando a rede',
        seen: 'Vista na rede',
        confirmed: 'Confirmada na rede',
        mismatch: 'Divergência na rede',
        unobservable: 'Valor oculto',
      },
      untold: 'O provedor ainda não informou em qual transação enviou seus DePix.',
      unchecked: 'Ainda não olhamos a rede. Esta página avisa sozinha.',
      absent: 'A rede ainda não mostra a transação que o provedor informou. Continuamos olhando.',
      seen: 'Os DePix chegaram ao endereço da sua carteira, no valor certo. Faltam confirmações.',
      confirmed:
        'A própria rede confirma: os DePix chegaram ao endereço da sua carteira, no valor certo.',
      unobservable:
        'Algo chegou ao endereço da sua carteira, mas o valor é confidencial e não temos a chave para ver. Confira este depósito na própria carteira.',
      unobservableAdvice:
        'Para os próximos, cadastre a carteira com a chave de blinding ou o descritor: eles mostram o valor e não permitem gastar.',
      wallets: 'Ver carteiras',
    },
    faults: {
      missing: 'A rede não conhece a transação que o provedor informou.',
      other_address: 'A transação existe, mas não paga o endereço da sua carteira.',
      other_asset: 'Chegou ao seu endereço outra moeda, e não DePix.',
      other_amount: ({ arrived, due }: { arrived: string; due: string }) =>
        `Chegaram **${arrived}** em vez de **${due}**.`,
      other_amount_unread: ({ due }: { due: string }) => `Chegou um valor diferente de **${due}**.`,
      counted_before: 'Esta transação já vale para outro depósito. Cada pagamento vale uma só vez.',
      paid_before: 'Esta transação é de antes da cobrança. Só vale o que foi enviado depois dela.',
      forged:
        'Os dados ocultos da transação não abrem com a chave da sua carteira, ou não batem com o que ela realmente move.',
    },
    faultTitle: 'A rede não mostra o que o provedor informou',
    faultAdvice:
      'O Pix foi pago; a dúvida é o DePix que o provedor enviou. Confira na sua carteira se ele chegou. O operador já foi avisado: ao falar com ele, informe o id do depósito e a transação.',
    faultPaidShort:
      'O cliente pagou menos do que a cobrança pede, e por isso pode ter chegado menos. O operador já foi avisado: ao falar com ele, informe o id do depósito.',
    proof: {
      title: 'Comprovante',
      about:
        'Mostra a qualquer pessoa, sem depender deste gateway, que a transação pagou o seu endereço. Quem recebe o arquivo vê o valor deste depósito, e o de nenhum outro.',
      aboutHidden:
        'Mostra a qualquer pessoa, sem depender deste gateway, que a transação pagou o seu endereço. O valor continua oculto.',
      download: 'Baixar comprovante',
      done: 'Comprovante baixado.',
      command: 'Para conferir o arquivo num clone do Ponte, sem internet',
    },
    withdrawal: {
      states: {
        unchecked: 'Nada visto ainda',
        seen: 'Vista na rede',
        confirmed: 'Confirmada na rede',
      },
      untold: 'Depois que você enviar, mostramos aqui o que a rede vê.',
      unchecked: 'A rede ainda não mostra nada neste endereço.',
      never: 'A rede não mostrou nada neste endereço.',
      seen: 'A rede mostra uma transação para este endereço.',
      confirmed: 'A rede confirma uma transação para este endereço.',
      hidden: 'O valor é confidencial: só o provedor consegue ler.',
      arrived: 'Valor visto',
      seenTitle: 'Já vimos uma transação na rede',
      seenText: ({ count, needed }: { count: number; needed: number }) =>
        `Ela tem ${count} de ${needed} confirmações. **Não envie de novo:** o Pix sai depois que o provedor a reconhecer. Esta página avisa sozinha.`,
      confirmedTitle: 'Sua transação está confirmada na rede',
      confirmedText:
        '**Não envie de novo:** o Pix sai depois que o provedor a reconhecer. Esta página avisa sozinha.',
    },
    problems: {
      short: 'Chegou menos do que o saque pede',
      over: 'Chegou mais do que o saque pede',
      late: 'A transação chegou depois do prazo',
      other_asset: 'Chegou outra moeda, e não DePix',
      not_taken: 'O provedor ainda não reconheceu a transação',
    },
    problemFigures: ({ arrived, due }: { arrived: string; due: string }) =>
      `Chegaram **${arrived}**; o saque pede **${due}**.`,
    problemAdvice: {
      short:
        'Quando falta até 5\u00a0%, o provedor costuma pagar o que chegou; se falta mais, o saque fica parado. Não envie a diferença. Se não foi você quem enviou, siga com o valor exato. Se o Pix não sair, fale com o operador e informe o id do saque e a transação.',
      over: 'Quando sobra até 5\u00a0%, o provedor costuma pagar o que chegou; se sobra mais, o saque fica parado. Não envie de novo. Se o Pix não sair, fale com o operador e informe o id do saque e a transação.',
      late: 'O provedor avisa que o que chega depois do prazo pode se perder. Não envie mais nada para este endereço. Fale com o operador e informe o id do saque e a transação.',
      other_asset:
        'Este endereço espera só DePix, e o saque não anda com outra moeda. Não envie de novo. Fale com o operador e informe o id do saque e a transação.',
      not_taken:
        'Ela está confirmada na rede, mas o provedor ainda diz que nada chegou. Não envie de novo. Fale com o operador e informe o id do saque e a transação.',
    },
    balance: {
      checked: 'conferido',
      unobservable: 'Não dá para ver',
      unobservableWhy: 'Endereço confidencial, sem a chave que mostra o valor.',
      unavailable: 'Indisponível agora',
      unavailableWhy: 'A rede ainda não foi lida, ou não responde.',
    },
  },
  en: {
    title: 'On the Liquid network',
    confirmations: 'Confirmations',
    confirmationsOf: ({ count, needed }) =>
      count < needed ? `${count} of ${needed}` : grouped(count, 'en'),
    checked: 'Checked',
    transaction: 'Transaction',
    explorer: 'See it in the network’s explorer',
    asset: 'Asset',
    amount: 'Amount',
    ticks: { ok: 'Matches', wrong: 'Does not match', unknown: 'Cannot be seen' },
    deposit: {
      states: {
        unchecked: 'Waiting for the network',
        seen: 'Seen on the network',
        confirmed: 'Confirmed on the network',
        mismatch: 'Mismatch on the network',
        unobservable: 'Hidden amount',
      },
      untold: 'The provider has not yet reported the transaction that sent your DePix.',
      unchecked: 'We have not checked the network yet. This page updates by itself.',
      absent:
        'The network does not yet show the transaction that the provider reported. We keep looking.',
      seen: 'The DePix arrived at your wallet’s address, in the right amount. Waiting for confirmations.',
      confirmed:
        'The network itself confirms it: the DePix arrived at your wallet’s address, in the right amount.',
      unobservable:
        'Something arrived at your wallet’s address, but the amount is confidential and we have no key to see it. Check this deposit in the wallet itself.',
      unobservableAdvice:
        'For future deposits, register the wallet with its blinding key or descriptor: they show amounts and cannot spend.',
      wallets: 'See wallets',
    },
    faults: {
      missing: 'The network does not know the transaction that the provider reported.',
      other_address: 'The transaction exists, but it does not pay your wallet’s address.',
      other_asset: 'Another asset arrived at your address instead of DePix.',
      other_amount: ({ arrived, due }) => `**${arrived}** arrived instead of **${due}**.`,
      other_amount_unread: ({ due }) => `An amount other than **${due}** arrived.`,
      counted_before:
        'This transaction already counts for another deposit. Each payment counts only once.',
      paid_before: 'This transaction is older than the charge. Only what was sent after it counts.',
      forged:
        'The hidden data of the transaction does not open with your wallet’s key, or does not match what it really moves.',
    },
    faultTitle: 'The network does not show what the provider reported',
    faultAdvice:
      'The Pix was paid; the doubt is about the DePix that the provider sent. Check in your wallet whether it arrived. The operator has already been notified: when you contact them, give the deposit id and the transaction.',
    faultPaidShort:
      'The customer paid less than the charge requires, so less may have arrived. The operator has already been notified: when you contact them, give the deposit id.',
    proof: {
      title: 'Proof',
      about:
        'Proves to anyone, without relying on this gateway, that the transaction paid your address. Anyone who gets the file sees the amount of this deposit, and of no other.',
      aboutHidden:
        'Proves to anyone, without relying on this gateway, that the transaction paid your address. The amount stays hidden.',
      download: 'Download proof',
      done: 'Proof downloaded.',
      command: 'To check the file in a clone of Ponte, offline',
    },
    withdrawal: {
      states: {
        unchecked: 'Nothing seen yet',
        seen: 'Seen on the network',
        confirmed: 'Confirmed on the network',
      },
      untold: 'After you send, we show here what the network sees.',
      unchecked: 'The network shows nothing at this address yet.',
      never: 'The network showed nothing at this address.',
      seen: 'The network shows a transaction to this address.',
      confirmed: 'The network confirms a transaction to this address.',
      hidden: 'The amount is confidential: only the provider can read it.',
      arrived: 'Amount seen',
      seenTitle: 'We have seen a transaction on the network',
      seenText: ({ count, needed }) =>
        `It has ${count} of ${needed} confirmations. **Do not send again:** the Pix goes out once the provider recognises it. This page updates by itself.`,
      confirmedTitle: 'Your transaction is confirmed on the network',
      confirmedText:
        '**Do not send again:** the Pix goes out once the provider recognises it. This page updates by itself.',
    },
    problems: {
      short: 'Less arrived than the withdrawal requires',
      over: 'More arrived than the withdrawal requires',
      late: 'The transaction arrived after the deadline',
      other_asset: 'Another asset arrived instead of DePix',
      not_taken: 'The provider has not recognised the transaction yet',
    },
    problemFigures: ({ arrived, due }) =>
      `**${arrived}** arrived; the withdrawal requires **${due}**.`,
    problemAdvice: {
      short:
        'If up to 5% is missing, the provider usually pays what arrived; if more is missing, the withdrawal gets stuck. Do not send the rest. If someone else sent it, go ahead with the exact amount. If the Pix does not go out, contact the operator and give the withdrawal id and the transaction.',
      over: 'If it is up to 5% too much, the provider usually pays what arrived; if it is more, the withdrawal gets stuck. Do not send again. If the Pix does not go out, contact the operator and give the withdrawal id and the transaction.',
      late: 'The provider warns that what arrives after the deadline may be lost. Send nothing more to this address. Contact the operator and give the withdrawal id and the transaction.',
      other_asset:
        'This address accepts only DePix, and the withdrawal cannot continue with another asset. Do not send again. Contact the operator and give the withdrawal id and the transaction.',
      not_taken:
        'It is confirmed on the network, but the provider still says that nothing arrived. Do not send again. Contact the operator and give the withdrawal id and the transaction.',
    },
    balance: {
      checked: 'checked',
      unobservable: 'Cannot be seen',
      unobservableWhy: 'Confidential address, without the key that shows the amounts.',
      unavailable: 'Unavailable right now',
      unavailableWhy: 'The network has not been read yet, or is not responding.',
    },
  },
});
