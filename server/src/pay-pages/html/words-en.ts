import type { Words } from './words-pt.ts';

export const EN: Words = {
  otherLanguage: 'Português',
  payByPix: 'Pix payment',
  test: 'Test mode: no real money',
  offline: 'You are offline.',
  offlineWithCode: 'The code is still valid; we will update when you are back.',
  offlineWithOldCode: 'This code has expired: do not pay with it.',
  foot: (institution) => `Pix payment, processed by ${institution}.`,
  contact: 'Contact the shop:',

  pay: (shop) => (shop ? `Pay ${shop}` : 'Pay by Pix'),
  amount: 'Amount',
  amountRange: (min, max) => `From ${min} to ${max}.`,
  whoPays: 'Who is paying?',
  cpfOfPayer: 'CPF of the person paying',
  cnpjOfPayer: 'CNPJ of the company paying',
  cpfHint: 'Pay from an account held under this CPF. Payments from anyone else are returned.',
  cnpjHint: 'Pay from an account held under this CNPJ. Payments from anyone else are returned.',
  sampleCpf: 'In test mode, use a sample one such as 52998224725.',
  why: 'Why do we ask?',
  because: (shop) =>
    'The bank tells us who paid. We check that it is the person named on this page; a payment ' +
    `from anyone else goes back to where it came from. ${shop ?? 'The shop'} sees only part of ` +
    'the number.',
  makeCode: 'Get Pix code',
  making: 'Creating your code…',
  slow: 'This is taking a little longer. Keep this page open.',

  faults: 'Please check before you go on',
  amountMissing: (min, max) => `Enter an amount between ${min} and ${max}.`,
  amountUnreadable: 'Write the amount in digits only, for example 50.00.',
  cpfMissing: 'Enter the CPF of the person paying.',
  cnpjMissing: 'Enter the CNPJ of the company paying.',
  cpfShort: 'Check the CPF: digits are missing.',
  cpfDigits: 'This CPF is not valid. Check its digits.',
  cnpjShort: 'Check the CNPJ: part of it is missing.',
  cnpjDigits: 'This CNPJ is not valid. Check its digits.',
  cnpjLetters: 'A CNPJ with letters is not accepted yet. Use a CPF or a CNPJ with digits only.',
  tooMany: (wait) => `Too many codes are waiting for payment. Pay one, or try again in ${wait}.`,
  testLimits:
    'In test mode: up to 5 unpaid codes for one network in 10 minutes, and 30 for one link in a ' +
    'minute. Paying one in the simulator, or letting it expire, makes room.',
  busy: (wait) => `Many people are paying right now. Your code will be ready in about ${wait}.`,
  formUnstable: 'The Pix system is unstable. Your details are kept: try again.',
  paused: (shop) => `${shop ?? 'The shop'} is not taking Pix right now. Try again later.`,

  copy: 'Copy Pix code',
  copied: 'Code copied',
  hold: 'Press and hold the code to copy it',
  qr: 'QR code of this Pix',
  code: 'Pix code',
  waiting: 'Waiting for payment. This page updates by itself.',
  steps: 'How to pay',
  step1: 'Copy the code (or scan the QR code with another phone).',
  step2: (menu) => `Open your bank’s app and choose Pix\u00a0› ${menu}.`,
  step3: 'Check the name and the amount, and confirm.',
  payee: (name, shop, isCertain) =>
    `Your bank’s app ${isCertain ? 'shows' : 'may show'} the payee as ${name}. ` +
    `It is the institution that processes this Pix for ${shop ?? 'the shop'}.`,
  payer: (masked) =>
    `Use an account held under ${masked.includes('/') ? 'CNPJ' : 'CPF'} ${masked}.`,
  expiresIn: 'This code expires in {t}.',
  fiveMinutes: 'This code expires in 5 minutes.',
  oneMinute: 'This code expires in 1 minute.',
  validUntil: (time) => `This code is valid until ${time}.`,
  sendElsewhere: 'Send to another phone',
  sentElsewhere: (title, amount) => `A Pix of ${amount} to pay: ${title}`,

  states: {
    creating: 'Creating your code…',
    unstable: 'The Pix system is unstable',
    declined: 'Your code could not be created',
    capped: 'Amount above the limit',
    refused: 'We could not continue',
    waiting: 'Pay by Pix',
    expired: 'This code has expired',
    canceled: 'This code was canceled',
    checking: 'We are checking your Pix',
    review: 'We got your Pix',
    short: 'Less was paid than asked',
    confirmed: 'Payment confirmed',
    returned: 'Pix returned',
    disputed: 'Payment reversed',
  },
  creating: 'This usually takes a few seconds, at times half a minute. Keep this page open.',
  unstable: 'Your details are kept and nothing was charged.',
  again: 'Try again',
  declined: (shop) =>
    'No code could be created for this CPF or CNPJ. Try with another payer, or talk to ' +
    `${shop ?? 'the shop'}.`,
  otherPayer: 'Use another CPF or CNPJ',
  capped: (limit) =>
    limit
      ? `The first Pix of this CPF or CNPJ is limited to ${limit} (a rule of the provider).`
      : 'The amount is above the limit of this CPF or CNPJ (a rule of the provider).',
  otherAmount: 'Choose another amount',
  agreeAmount: (shop) => `Talk to ${shop ?? 'the shop'} to agree on another amount.`,
  refused: (shop) =>
    `The Pix provider refused this request. Nothing was charged. Talk to ${shop ?? 'the shop'}.`,
  startOver: 'Back to the start',
  expired: 'If you have already paid, wait: we will tell you here.',
  newCode: 'Get a new code',
  canceled:
    'The code was closed without a payment. If you have already paid, wait: we will tell you here.',
  checking:
    'The Pix system reported a problem and we do not know yet whether the payment went through. ' +
    'Do not pay again for now; we will tell you here.',
  review:
    'The bank is checking it. This usually takes minutes; we will tell you here, and you need ' +
    'not pay again.',
  short: (paid, total, shop) =>
    `We got ${paid} of ${total}. Do not pay again: talk to ${shop ?? 'the shop'} to settle it.`,
  shortUnknown: (shop) => `Do not pay again: talk to ${shop ?? 'the shop'} to settle it.`,
  confirmed: (shop, amount) => `${shop ?? 'The shop'} received your Pix of ${amount}.`,
  viewReceipt: 'View receipt',
  backToShop: 'Back to the shop',
  returned:
    'The Pix was not accepted and went back to the account it came from. ' +
    'To try again, get a new code.',
  returnedToOther:
    'The payment came from an account of another CPF or CNPJ and went back to it. ' +
    'Get a new code and pay from an account of the CPF or CNPJ you entered.',
  disputed: (shop) =>
    'This payment was confirmed and later went back to the account it came from. ' +
    `If in doubt, talk to your bank or to ${shop ?? 'the shop'}.`,

  receipt: 'Payment receipt',
  receiptDate: 'Date',
  receiptShop: 'Shop',
  receiptFor: 'For',
  waitingFor: (title) => `For: ${title}`,
  receiptPayer: 'Payer',
  receiptId: 'Reference',
  receiptTx: 'Liquid transaction',
  receiptNote: 'The official Pix receipt is in your bank’s app.',
  print: 'Print',
  share: 'Share',
  back: 'Back',

  notices: {
    missing: 'Link not found',
    inactive: 'Link turned off',
    paused: 'No Pix for now',
    unavailable: 'The Pix system is unstable',
    too_many: 'Too many visits right now',
    full: 'Too many codes for now',
    unreadable: 'We did not understand the request',
  },
  missing: 'Check the address, or ask whoever sent you the link for it again.',
  inactive: (shop) => `This link was turned off by ${shop ?? 'the shop'}.`,
  unavailable: 'Try again in a moment. If you have already paid, your payment is safe.',
  tooManyViews: (wait) => `Wait ${wait} and open the page again.`,
  unreadable: 'Something got lost on the way. Open the link again.',

  simulator: 'Simulate the payer',
  simulatorHint: 'Test mode only: does what the payer or the provider would do.',
  simulations: {
    pay: 'Pay',
    other: 'Pay from another CPF',
    review: 'Pay and hold for review',
    release: 'Release from review',
    expire: 'Let the code expire',
    fail: 'Cancel the code',
    med: 'Dispute (MED)',
  },
};
