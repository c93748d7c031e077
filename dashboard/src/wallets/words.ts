import { defineWords } from '../words/use-words.ts';

export const words = defineWords({
  pt: {
    title: 'Carteiras',
    add: 'Cadastrar carteira',
    label: 'Nome',
    address: 'Endereço',
    addressOf: ({ name }: { name: string }) => `endereço de ${name}`,
    created: 'Cadastrada',
    received: 'Enviado a ela',
    onChain: 'Na rede agora',
    seen: {
      address: 'Aberto: qualquer um vê os valores',
      blinding_key: 'Confidencial: vemos os valores com a chave de blinding',
      descriptor: 'Descritor: um endereço novo por depósito',
      none: 'Confidencial: só você vê os valores',
    },
    lastUse: 'Último uso',
    neverUsed: 'Nunca usada',
    unknownUse: 'Não foi possível carregar',
    note: 'Cada Pix confirmado vira DePix (real digital na rede Liquid) e vai direto para a carteira. O gateway não guarda seu dinheiro e não tem nenhuma chave que permita gastar.',
    removeDefault:
      'Ela é a carteira padrão: depois, cadastre outra como padrão para continuar cobrando.',
    actions: 'Ações',
    default: 'Padrão',
    unlabelled: 'Sem nome',
    remove: 'Excluir',
    removeNamed: ({ name }: { name: string }) => `Excluir ${name}`,
    removeTitle: 'Excluir carteira',
    removeText: ({ name }: { name: string }) =>
      `A carteira **${name}** deixa de receber novas cobranças. Cobranças abertas continuam indo para ela.`,
    removeLast: 'Sem carteira não é possível cobrar.',
    removed: 'Carteira excluída.',
    empty:
      'Para onde enviamos seus DePix? Cadastre um endereço Liquid. Só você controla esse dinheiro.',
    failed: 'Não foi possível carregar as carteiras.',
    saved: 'Carteira salva. Novas cobranças vão para ela.',
    savedAside: 'Carteira salva. Ela não é a padrão.',
    ways: {
      label: 'O que o gateway pode ver',
      hint: 'Nenhuma das três permite gastar.',
      address: {
        label: 'Só o endereço',
        hint: 'O gateway sabe para onde enviar, e mais nada. Num endereço confidencial, só você vê os valores.',
      },
      blinding_key: {
        label: 'Endereço e chave de blinding',
        hint: 'O gateway confere o valor de cada depósito e o saldo deste endereço. Isto não permite gastar.',
      },
      descriptor: {
        label: 'Descritor da carteira',
        hint: 'Cada depósito ganha um endereço novo, e o gateway confere valores e saldo da carteira. Isto não permite gastar.',
      },
    },
    form: {
      address: 'Endereço Liquid',
      check: 'Confira os 6 primeiros e os 6 últimos caracteres.',
      label: 'Nome da carteira',
      labelHint: 'Só a sua equipe vê.',
      makeDefault: 'Usar como padrão para novas cobranças',
      makeDefaultHint: 'Cobranças abertas continuam indo para a carteira antiga.',
      fromUri: 'Do link que você colou, usamos só o endereço.',
      otherAsset:
        'Este link é para receber outra moeda. No app da carteira, escolha DePix e copie de novo.',
      ends: 'Compare com a sua carteira:',
      save: 'Salvar carteira',
      bitcoin: 'Este endereço é de Bitcoin, não de Liquid.',
      notLiquid:
        'Isto não é um endereço Liquid. Copie-o do app da carteira; uma chave Pix não serve aqui.',
      short: 'Endereço incompleto: faltam caracteres.',
      ofLive:
        'Este endereço é de dinheiro de verdade. Guarde-o para cadastrar em Produção; aqui, só um da rede de testes.',
      ofTest:
        'Este endereço é da rede de testes, onde nada tem valor. Em produção, use um da rede principal.',
      damaged: 'Um caractere falta ou mudou. Copie o endereço inteiro da carteira.',
      otherAddress:
        'Este endereço não vale nesta rede, ou um caractere mudou. Copie-o inteiro da carteira.',
      missing: 'Informe o endereço.',
      blindingKey: 'Chave de blinding do endereço',
      blindingKeyHint:
        '64 caracteres, de 0 a 9 e de a até f. Guardada cifrada, nunca mais mostrada.',
      missingKey: 'Informe a chave de blinding.',
      wrongKey: 'São 64 caracteres, de 0 a 9 e de a até f. Confira se copiou tudo.',
      otherKey:
        'Esta não é a chave deste endereço. Copie da carteira a chave de blinding privada dele; só um endereço confidencial tem uma.',
      descriptor: 'Descritor',
      descriptorHint:
        'Começa com ct( e tem um xpub. Procure na carteira por descritor CT, ou por carteira só de leitura. Guardado cifrado, nunca mais mostrado.',
      missingDescriptor: 'Informe o descritor.',
      spends:
        'Isto contém uma chave privada, que permite gastar. Nada foi enviado. Copie o descritor público, com xpub.',
      noDescriptor: 'Um descritor da rede Liquid começa com ct(. Confira se copiou tudo.',
      show: 'Mostrar',
      lose: 'O que foi digitado será perdido. Fechar?',
    },
    guide: {
      title: 'Onde encontro meu endereço?',
      intro:
        'Use uma carteira que aceite DePix na rede Liquid, como AQUA, SideSwap ou Blockstream App.',
      steps: {
        open: 'Abra o aplicativo da carteira e toque em Receber.',
        choose: 'Escolha DePix. Se não aparecer, escolha Liquid.',
        copy: 'Copie o endereço. Em produção ele começa com lq1, ex1, VJL, VT, Q ou G; nos testes, com tex1 ou tlq1.',
        paste: 'Cole aqui e confira os 6 primeiros e os 6 últimos caracteres.',
      },
      warning: 'Não use endereço de Bitcoin (bc1, 1 ou 3) nem de corretora que não receba DePix.',
    },
  },
  en: {
    title: 'Wallets',
    add: 'Register a wallet',
    label: 'Name',
    address: 'Address',
    addressOf: ({ name }) => `address of ${name}`,
    created: 'Registered',
    received: 'Sent to it',
    onChain: 'On the network now',
    seen: {
      address: 'Open: anyone can see the amounts',
      blinding_key: 'Confidential: we see the amounts with the blinding key',
      descriptor: 'Descriptor: a new address for each deposit',
      none: 'Confidential: only you see the amounts',
    },
    lastUse: 'Last used',
    neverUsed: 'Never used',
    unknownUse: 'Could not load',
    note: 'Each confirmed Pix becomes DePix (a digital real on the Liquid network) and goes straight to the wallet. The gateway never holds your money and has no key that can spend it.',
    removeDefault:
      'It is the default wallet: register another one as the default to keep charging.',
    actions: 'Actions',
    default: 'Default',
    unlabelled: 'Unnamed',
    remove: 'Delete',
    removeNamed: ({ name }) => `Delete ${name}`,
    removeTitle: 'Delete wallet',
    removeText: ({ name }) =>
      `The wallet **${name}** will receive no new charges. Open charges still go to it.`,
    removeLast: 'Without a wallet you cannot charge.',
    removed: 'Wallet deleted.',
    empty: 'Where do we send your DePix? Register a Liquid address. Only you control that money.',
    failed: 'Could not load the wallets.',
    saved: 'Wallet saved. New charges go to it.',
    savedAside: 'Wallet saved. It is not the default.',
    ways: {
      label: 'What the gateway can see',
      hint: 'None of the three allows spending.',
      address: {
        label: 'Only the address',
        hint: 'The gateway knows where to send, and nothing else. With a confidential address, only you see the amounts.',
      },
      blinding_key: {
        label: 'Address and blinding key',
        hint: 'The gateway checks the amount of each deposit and the balance of this address. It does not allow spending.',
      },
      descriptor: {
        label: 'Wallet descriptor',
        hint: 'Each deposit gets a new address, and the gateway checks the amounts and the balance of the wallet. It does not allow spending.',
      },
    },
    form: {
      address: 'Liquid address',
      check: 'Check the first 6 and the last 6 characters.',
      label: 'Wallet name',
      labelHint: 'Only your team sees it.',
      makeDefault: 'Use as the default for new charges',
      makeDefaultHint: 'Open charges still go to the old wallet.',
      fromUri: 'From the link that you pasted, we use the address only.',
      otherAsset:
        'This link is for receiving another asset. In the wallet app, choose DePix and copy it again.',
      ends: 'Compare with your wallet:',
      save: 'Save wallet',
      bitcoin: 'This is a Bitcoin address, not a Liquid one.',
      notLiquid:
        'This is not a Liquid address. Copy it from the wallet app; a Pix key does not work here.',
      short: 'The address is incomplete: characters are missing.',
      ofLive:
        'This address is for real money. Keep it to register in live mode; here, use a test network address.',
      ofTest:
        'This is a test network address, where nothing has value. In live mode, use a main network address.',
      damaged: 'A character is missing or has changed. Copy the whole address from the wallet.',
      otherAddress:
        'This address is not valid on this network, or a character has changed. Copy all of it from the wallet.',
      missing: 'Enter the address.',
      blindingKey: 'Address blinding key',
      blindingKeyHint: '64 characters, 0 to 9 and a to f. Stored encrypted, never shown again.',
      missingKey: 'Enter the blinding key.',
      wrongKey: 'It has 64 characters, 0 to 9 and a to f. Check that you copied all of it.',
      otherKey:
        'This is not this address’s key. Copy its own private blinding key from the wallet; only a confidential address has one.',
      descriptor: 'Descriptor',
      descriptorHint:
        'It starts with ct( and contains an xpub. Look in your wallet for CT descriptor, or for watch-only. Stored encrypted, never shown again.',
      missingDescriptor: 'Enter the descriptor.',
      spends:
        'This contains a private key, which can spend. Nothing was sent. Copy the public descriptor, with an xpub.',
      noDescriptor: 'A Liquid descriptor starts with ct(. Check that you copied all of it.',
      show: 'Show',
      lose: 'What you typed will be lost. Close?',
    },
    guide: {
      title: 'Where do I find my address?',
      intro:
        'Use a wallet that supports DePix on Liquid, such as AQUA, SideSwap or Blockstream App.',
      steps: {
        open: 'Open the wallet app and tap Receive.',
        choose: 'Choose DePix. If it is not there, choose Liquid.',
        copy: 'Copy the address. In live mode it starts with lq1, ex1, VJL, VT, Q or G; in test mode, with tex1 or tlq1.',
        paste: 'Paste it here and check the first 6 and the last 6 characters.',
      },
      warning:
        'Do not use a Bitcoin address (bc1, 1 or 3), or one from an exchange that does not accept DePix.',
    },
  },
});
