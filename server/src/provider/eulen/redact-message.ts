/**
 * The words that the provider's messages consist of, and the fields of our requests. Any other word
 * may be part of somebody's name, in whatever spelling, so only these are logged.
 */
const WORDS = new Set(
  `a able account accounts active address after again already allowed amount amounts an and any api
  are as at authorization available balance bank be been before being below blocked brcode burst but
  by call calls can can't cannot cent cents charge charged cnpj code codes completed compliance
  contact could cpf created currency customer daily data date day days declined delay denied depix
  deposit deposits destination different disabled does doesn't due duplicate each eligible email
  enabled end endpoint error euid exceed exceeded exceeds exist existing exists expiration expired
  failed failure fee fees field fields for format found from full funds greater has have header high
  holder hour hours id identification identified identifier identity if in inactive insufficient
  internal invalid is it its jwt key keys last later least length less limit limits liquid
  maintenance malformed maximum may merchant message method minimum minute minutes missing moment
  month more must name network new no nonce not number of on once one only operation or order other
  our out over own owner paid parameter partner paused pay payer payment payments payout payouts
  per percentage permission person phone pix please positive process processed processing many provided qr
  qrcode qrcodewhitelist random rate received receiver recipient reference refund refused registered
  rejected request requests require required requires retry retrying review risk same scope screening
  second seconds send sent server service should small split splitfee status support system tax
  taxid taxnumber temporarily than that the their there this throttled time timeout to today token
  too transaction transactions transfer try type unable unauthorized unavailable under unexpected
  unknown unprocessable unsupported until use used user valid value velocity verification verified
  verify violation volume wait wallet was we whitelist whitelisted will with withdraw withdrawal
  withdrawals within without wrong you your
  acima aguarde analise antes ao apenas após banco bloqueada bloqueado chave cliente conta contato com
  cobrança código conta da dados de depósito destino diário dia do documento e é em encontrada
  encontrado entre erro esta este excede excedido existe falha foi horas inválida inválido já limite
  máximo mais mínimo minutos muitas não negado no novamente número o ou pagador pagamento para permitida
  permitido por rede recusado saldo saque segundos sem senha solicitação suporte tempo tente titular
  token transação um uma usuário valor
  amountincents depixaddress depixsplitaddress depositamountincents endusertaxnumber
  payoutamountincents pixkey`.split(/\s+/),
);

const MAX_LENGTH = 300;

/** What may be logged of a provider's message: known words and short numbers; the rest is `…`. */
export function redactMessage(message: string): string {
  const words = message.slice(0, MAX_LENGTH * 2).match(/[\p{L}\p{M}\p{N}'’@._%+/-]+|[^\s]/gu) ?? [];
  const redacted = words.map((word) => (isLoggable(word) ? word : '…')).join(' ');
  return redacted
    .replaceAll(/…(?:[\s\p{P}]*…)+/gu, '…')
    .replaceAll(/ (?=[,.:;!?)])/g, '')
    .slice(0, MAX_LENGTH);
}

function isLoggable(word: string): boolean {
  const bare = word
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/^[.'_/-]+|(?<![.'_/-])[.'_/-]+$/g, '');
  // Personal numbers have at least eleven digits; limits, waits and codes have fewer.
  if (/\d/.test(bare)) return /^\d{1,3}(?:[.,]?\d{3})?(?:[.,]\d{1,2})?%?$/.test(bare);
  return WORDS.has(bare) || !/[\p{L}\p{N}]/u.test(bare) || /^(?:r|s)$/.test(bare);
}
