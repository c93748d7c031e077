/**
 * The texts of the pages. This object is also their type: the other language must have them all.
 */
export const PT = {
  otherLanguage: 'English',
  payByPix: 'Pagamento por Pix',
  test: 'Ambiente de testes: nenhum dinheiro de verdade',
  offline: 'Sem internet.',
  offlineWithCode: 'O código continua valendo; atualizamos quando voltar.',
  offlineWithOldCode: 'O prazo deste código terminou: não pague mais com ele.',
  foot: (institution: string) => `Pagamento por Pix, processado por ${institution}.`,
  contact: 'Contato da loja:',

  pay: (shop: string | null) => (shop ? `Pagar ${shop}` : 'Pagar com Pix'),
  amount: 'Valor',
  amountRange: (min: string, max: string) => `De ${min} a ${max}.`,
  whoPays: 'Quem vai pagar?',
  cpfOfPayer: 'CPF de quem vai pagar',
  cnpjOfPayer: 'CNPJ de quem vai pagar',
  cpfHint: 'O Pix precisa sair de uma conta deste CPF. Se sair de outra, o valor é devolvido.',
  cnpjHint: 'O Pix precisa sair de uma conta deste CNPJ. Se sair de outra, o valor é devolvido.',
  sampleCpf: 'No ambiente de testes, use um de exemplo, como 52998224725.',
  why: 'Por que pedimos?',
  because: (shop: string | null) =>
    'O banco nos diz quem pagou. Conferimos se é a mesma pessoa desta página; pagamento de outro ' +
    `titular volta sozinho para a conta de origem. ${shop ?? 'A loja'} vê só parte do número.`,
  makeCode: 'Gerar código Pix',
  making: 'Gerando seu código…',
  slow: 'Está demorando um pouco. Não feche a página.',

  faults: 'Confira antes de continuar',
  amountMissing: (min: string, max: string) => `Informe um valor entre ${min} e ${max}.`,
  amountUnreadable: 'Escreva o valor só com números, por exemplo 50,00.',
  cpfMissing: 'Informe o CPF de quem vai pagar.',
  cnpjMissing: 'Informe o CNPJ de quem vai pagar.',
  cpfShort: 'Confira o CPF: faltam números.',
  cpfDigits: 'CPF inválido. Confira os dígitos.',
  cnpjShort: 'Confira o CNPJ: falta uma parte do número.',
  cnpjDigits: 'CNPJ inválido. Confira os dígitos.',
  cnpjLetters: 'CNPJ com letras ainda não é aceito. Use um CPF ou um CNPJ só com números.',
  tooMany: (wait: string) =>
    `Há códigos demais esperando pagamento. Pague um deles ou tente de novo em ${wait}.`,
  testLimits:
    'No teste: até 5 códigos sem pagar por rede em 10 minutos, e 30 por link em um minuto. ' +
    'Pagar um deles ou deixá-lo vencer, no simulador, abre lugar.',
  busy: (wait: string) => `Muita gente pagando agora. Seu código sai em cerca de ${wait}.`,
  formUnstable: 'O sistema Pix está instável. Seus dados estão salvos: tente de novo.',
  paused: (shop: string | null) =>
    `${shop ?? 'A loja'} não está recebendo Pix agora. Tente mais tarde.`,

  copy: 'Copiar código Pix',
  copied: 'Código copiado',
  hold: 'Segure o código e copie',
  qr: 'QR Code deste Pix',
  code: 'Pix Copia e Cola',
  waiting: 'Aguardando o pagamento. Esta página avisa sozinha.',
  steps: 'Como pagar',
  step1: 'Copie o código (ou leia o QR Code com outro celular).',
  step2: (menu: string) => `Abra o app do seu banco e escolha Pix\u00a0› ${menu}.`,
  step3: 'Confira o nome e o valor e confirme.',
  payee: (name: string, shop: string | null, isCertain: boolean) =>
    `No app do banco, o recebedor ${isCertain ? 'aparece' : 'pode aparecer'} como ${name}. ` +
    `É a instituição que processa este Pix para ${shop ?? 'a loja'}.`,
  payer: (masked: string) => `Use uma conta do ${masked.includes('/') ? 'CNPJ' : 'CPF'} ${masked}.`,
  /** `{t}` is replaced by minutes and seconds. */
  expiresIn: 'Este código vence em {t}.',
  fiveMinutes: 'Este código vence em 5 minutos.',
  oneMinute: 'Este código vence em 1 minuto.',
  validUntil: (time: string) => `Este código vale até ${time}.`,
  sendElsewhere: 'Enviar para outro celular',
  sentElsewhere: (title: string, amount: string) => `Pix de ${amount} para pagar: ${title}`,

  states: {
    creating: 'Gerando seu código…',
    unstable: 'O sistema Pix está instável',
    declined: 'Não foi possível gerar o Pix',
    capped: 'Valor acima do limite',
    refused: 'Não foi possível continuar',
    waiting: 'Pague com Pix',
    expired: 'Este código venceu',
    canceled: 'Este código foi cancelado',
    checking: 'Estamos conferindo seu Pix',
    review: 'Recebemos seu Pix',
    short: 'O valor pago foi menor',
    confirmed: 'Pagamento confirmado',
    returned: 'Pix devolvido',
    disputed: 'Pagamento desfeito',
  },
  creating: 'Costuma levar poucos segundos; às vezes, meio minuto. Não feche a página.',
  unstable: 'Seus dados estão salvos e nada foi cobrado.',
  again: 'Tentar de novo',
  declined: (shop: string | null) =>
    'Não foi possível gerar o Pix para este CPF ou CNPJ. Tente com outro pagador ou fale com ' +
    `${shop ?? 'a loja'}.`,
  otherPayer: 'Usar outro CPF ou CNPJ',
  capped: (limit: string | null) =>
    limit
      ? `No primeiro Pix deste CPF ou CNPJ o limite é ${limit} (regra do provedor).`
      : 'O valor passa do limite deste CPF ou CNPJ (regra do provedor).',
  otherAmount: 'Escolher outro valor',
  agreeAmount: (shop: string | null) => `Fale com ${shop ?? 'a loja'} para combinar outro valor.`,
  refused: (shop: string | null) =>
    `O provedor do Pix recusou este pedido. Nada foi cobrado. Fale com ${shop ?? 'a loja'}.`,
  startOver: 'Voltar ao início',
  expired: 'Se você já pagou, aguarde: avisaremos aqui.',
  newCode: 'Gerar novo código',
  canceled: 'O código foi encerrado sem pagamento. Se você já pagou, aguarde: avisaremos aqui.',
  checking:
    'O sistema Pix informou um problema e ainda não sabemos se o pagamento passou. ' +
    'Não pague de novo por enquanto; avisaremos aqui.',
  review:
    'O banco está conferindo. Costuma levar minutos; avisaremos aqui e não é preciso pagar de novo.',
  short: (paid: string, total: string, shop: string | null) =>
    `Chegaram ${paid} de ${total}. Não pague de novo: fale com ${shop ?? 'a loja'} para resolver.`,
  shortUnknown: (shop: string | null) =>
    `Não pague de novo: fale com ${shop ?? 'a loja'} para resolver.`,
  confirmed: (shop: string | null, amount: string) =>
    `${shop ?? 'A loja'} recebeu seu Pix de ${amount}.`,
  viewReceipt: 'Ver comprovante',
  backToShop: 'Voltar para a loja',
  returned:
    'O Pix não foi aceito e voltou para a conta de onde saiu. ' +
    'Para tentar de novo, gere um novo código.',
  returnedToOther:
    'O pagamento saiu de uma conta de outro CPF ou CNPJ e voltou para ela. ' +
    'Gere um novo código e pague com a conta do CPF ou CNPJ informado.',
  disputed: (shop: string | null) =>
    'Este pagamento foi confirmado e depois devolvido à conta de origem. ' +
    `Em caso de dúvida, fale com seu banco ou com ${shop ?? 'a loja'}.`,

  receipt: 'Comprovante de recebimento',
  receiptDate: 'Data',
  receiptShop: 'Loja',
  receiptFor: 'Referente a',
  waitingFor: (title: string) => `Referente a: ${title}`,
  receiptPayer: 'Pagador',
  receiptId: 'Identificador',
  receiptTx: 'Transação na Liquid',
  receiptNote: 'O comprovante do Pix está no app do seu banco.',
  print: 'Imprimir',
  share: 'Compartilhar',
  back: 'Voltar',

  notices: {
    missing: 'Link não encontrado',
    inactive: 'Link desativado',
    paused: 'Sem Pix no momento',
    unavailable: 'O sistema Pix está instável',
    too_many: 'Muitos acessos agora',
    full: 'Códigos demais por enquanto',
    unreadable: 'Não entendemos o pedido',
  },
  missing: 'Confira o endereço ou peça o link de novo a quem enviou.',
  inactive: (shop: string | null) =>
    `Este link foi desativado ${shop ? `por ${shop}` : 'pela loja'}.`,
  unavailable: 'Tente de novo em instantes. Se você já pagou, seu pagamento está seguro.',
  tooManyViews: (wait: string) => `Espere ${wait} e abra a página de novo.`,
  unreadable: 'Algo se perdeu no envio da página. Abra o link de novo.',

  simulator: 'Simular pagador',
  simulatorHint: 'Só no ambiente de testes: faz o que o pagador ou o provedor faria.',
  simulations: {
    pay: 'Pagar',
    other: 'Pagar com outro CPF',
    review: 'Pagar e reter para análise',
    release: 'Liberar da análise',
    expire: 'Deixar o código vencer',
    fail: 'Cancelar o código',
    med: 'Contestar (MED)',
  },
};

export type Words = typeof PT;
