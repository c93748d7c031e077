/** The languages of the API, its pages and its mails. */
export const LANGUAGES = ['pt', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Their names in browsers and `Intl`. */
export const LOCALES: Readonly<Record<Language, string>> = { pt: 'pt-BR', en: 'en' };

/** A sentence for people, in each language. */
export type Text = Readonly<Record<Language, string>>;

interface Refusal extends Text {
  readonly status: number;
}

/** Every refusal the API can express. The key is a public contract: never rename one. */
export const CATALOGUE = {
  invalid_request: {
    status: 400,
    pt: 'A requisição não pôde ser lida. Confira o JSON, os campos e os parâmetros.',
    en: 'The request could not be read. Check the JSON, its fields and the parameters.',
  },
  missing_idempotency_key: {
    status: 400,
    pt: 'Envie o cabeçalho Idempotency-Key com um valor único para esta operação.',
    en: 'Send the Idempotency-Key header with a value unique to this operation.',
  },
  invalid_amount: {
    status: 400,
    pt: 'amountCents deve ser um número inteiro de centavos entre 200 (R$ 2,00) e 600000 (R$ 6.000,00).',
    en: 'amountCents must be a whole number of cents between 200 (R$ 2.00) and 600000 (R$ 6,000.00).',
  },
  invalid_tax_id: {
    status: 400,
    pt: 'taxId deve ser um CPF (11 dígitos) ou CNPJ (14 dígitos), em texto e somente números.',
    en: 'taxId must be a CPF (11 digits) or a CNPJ (14 digits), as text, digits only.',
  },
  invalid_pix_key_type: {
    status: 400,
    pt: 'pixKeyType deve ser CPF, CNPJ, EMAIL, PHONE ou EVP.',
    en: 'pixKeyType must be CPF, CNPJ, EMAIL, PHONE or EVP.',
  },
  invalid_pix_key: {
    status: 400,
    pt: 'pixKey não corresponde ao pixKeyType. Corrija a chave e envie com uma Idempotency-Key nova.',
    en: 'pixKey does not match pixKeyType. Fix the key and send it with a new Idempotency-Key.',
  },
  no_liquid_address: {
    status: 400,
    pt: 'Nenhuma carteira para receber: cadastre uma carteira Liquid padrão ou informe um walletId existente.',
    en: 'No wallet to receive into: register a default Liquid wallet or send an existing walletId.',
  },
  invalid_liquid_address: {
    status: 400,
    pt: 'liquidAddress deve ser, em texto, um endereço Liquid da rede desta chave: mainnet em produção, testnet ou regtest em teste.',
    en: "liquidAddress must be, as text, a Liquid address of the key's network: mainnet in live mode, testnet or regtest in test mode.",
  },
  invalid_url: {
    status: 400,
    pt: 'A URL do webhook deve ser absoluta, https, sem credenciais e apontar para um endereço público.',
    en: 'The webhook URL must be absolute, https, without credentials, and lead to a public address.',
  },
  unauthorized: {
    status: 401,
    pt: 'Chave de API ausente ou inválida. Envie Authorization: Bearer <chave>.',
    en: 'Missing or invalid API key. Send Authorization: Bearer <key>.',
  },
  insufficient_scope: {
    status: 403,
    pt: 'Esta chave de API não tem o escopo necessário. Use uma chave que o tenha.',
    en: 'This API key lacks the required scope. Use a key that has it.',
  },
  deposits_disabled: {
    status: 403,
    pt: 'Os depósitos desta conta estão pausados. Fale com o operador.',
    en: 'Deposits of this account are paused. Ask the operator.',
  },
  withdrawals_disabled: {
    status: 403,
    pt: 'Os saques desta conta estão pausados. Fale com o operador.',
    en: 'Withdrawals of this account are paused. Ask the operator.',
  },
  not_found: {
    status: 404,
    pt: 'Não encontrado. Confira o caminho e o id, e se ele é desta conta e deste ambiente.',
    en: 'Not found. Check the path and the id, and that it belongs to this account and environment.',
  },
  method_not_allowed: {
    status: 405,
    pt: 'Este caminho não aceita esse método. Veja o cabeçalho Allow.',
    en: 'This path does not accept that method. See the Allow header.',
  },
  previous_error: {
    status: 409,
    pt: 'Esta Idempotency-Key já terminou em erro e não será processada de novo. Corrija a causa e use uma chave nova.',
    en: 'This Idempotency-Key already ended in an error and will not be processed again. Fix the cause and use a new key.',
  },
  idempotency_mismatch: {
    status: 409,
    pt: 'Esta Idempotency-Key já foi usada com outro conteúdo. Veja o que houve com o primeiro pedido e, para repeti-lo, envie exatamente o mesmo; uma chave nova é só para um pedido novo.',
    en: 'This Idempotency-Key was used with different content. Find out what became of the first order and, to repeat it, send exactly the same; a new key is only for a new order.',
  },
  in_progress: {
    status: 409,
    pt: 'Uma requisição com esta Idempotency-Key está em andamento. Repita em instantes com a mesma chave.',
    en: 'A request with this Idempotency-Key is in progress. Repeat shortly with the same key.',
  },
  duplicate_wallet: {
    status: 409,
    pt: 'Este endereço Liquid já está cadastrado. Use a carteira que o tem ou envie outro endereço.',
    en: 'This Liquid address is already registered. Use the wallet that has it, or send another address.',
  },
  rotation_in_progress: {
    status: 409,
    pt: 'Há uma troca de segredo em andamento. Aguarde o fim dela ou use overlapHours 0.',
    en: 'A secret rotation is in progress. Wait until it ends or use overlapHours 0.',
  },
  too_many_endpoints: {
    status: 409,
    pt: 'Limite de 20 endpoints de webhook atingido. Apague um antes de criar outro.',
    en: 'The limit of 20 webhook endpoints has been reached. Delete one before creating another.',
  },
  endpoint_disabled: {
    status: 409,
    pt: 'O endpoint está desativado ou foi apagado. Reative-o antes de enviar.',
    en: 'The endpoint is disabled or deleted. Enable it before sending.',
  },
  invalid_state: {
    status: 409,
    pt: 'O estado atual não permite este comando. Consulte o estado antes de tentar outro.',
    en: 'The current state does not allow this command. Read the state before you try another.',
  },
  events_expired: {
    status: 410,
    pt: 'Os eventos logo após esse número não são mais guardados. Recomece sem o parâmetro after.',
    en: 'The events right after that number are no longer kept. Start again without the parameter after.',
  },
  payload_too_large: {
    status: 413,
    pt: 'O corpo passa de 64 KiB. Envie menos.',
    en: 'The body is over 64 KiB. Send less.',
  },
  unsupported_media_type: {
    status: 415,
    pt: 'Envie o corpo como application/json, em UTF-8 e sem compressão.',
    en: 'Send the body as application/json, in UTF-8 and uncompressed.',
  },
  payer_declined: {
    status: 422,
    pt: 'O provedor recusou este pagador, e recusaria de novo o mesmo CPF/CNPJ. Use outro, ou fale com o suporte.',
    en: 'The provider declined this payer, and would decline the same CPF/CNPJ again. Use another one, or contact support.',
  },
  rate_limited: {
    status: 429,
    pt: 'Muitas requisições. Aguarde o tempo indicado em Retry-After.',
    en: 'Too many requests. Wait as long as Retry-After says.',
  },
  internal_error: {
    status: 500,
    pt: 'Erro inesperado. Repita (depósitos e saques, com a mesma Idempotency-Key); se persistir, informe o X-Request-Id ao suporte.',
    en: 'Unexpected error. Repeat (deposits and withdrawals, with the same Idempotency-Key); if it persists, send support the X-Request-Id.',
  },
  provider_error: {
    status: 502,
    pt: 'O provedor Pix não respondeu como esperado. Repita em instantes com a MESMA Idempotency-Key.',
    en: 'The Pix provider did not answer as expected. Repeat shortly with the SAME Idempotency-Key.',
  },
  not_configured: {
    status: 503,
    pt: 'O provedor Pix não está configurado ou está pausado para esta operação. Fale com o operador.',
    en: 'The Pix provider is not configured, or paused, for this operation. Ask the operator.',
  },
  unavailable: {
    status: 503,
    pt: 'Serviço temporariamente indisponível. Repita em instantes (depósitos e saques, com a mesma Idempotency-Key).',
    en: 'Temporarily unavailable. Repeat shortly (deposits and withdrawals, with the same Idempotency-Key).',
  },
} as const satisfies Record<string, Refusal>;

/** Further refusals of the routes for signed-in people; the API never answers them. */
export const SESSION_CATALOGUE = {
  invalid_email: {
    status: 400,
    pt: 'Confira o e-mail: ele não parece um endereço válido.',
    en: 'Check the e-mail: it does not look like a valid address.',
  },
  weak_password: {
    status: 400,
    pt: 'Use 12 caracteres ou mais, e evite senhas comuns.',
    en: 'Use 12 characters or more, and avoid common passwords.',
  },
  signed_out: {
    status: 401,
    pt: 'Sua sessão terminou. Entre de novo.',
    en: 'Your session has ended. Sign in again.',
  },
  second_factor_required: {
    status: 401,
    pt: 'Falta o código de verificação para entrar.',
    en: 'The verification code is still needed to sign in.',
  },
  invalid_credentials: {
    status: 401,
    pt: 'E-mail ou senha não conferem. Confira os dois ou peça uma senha nova.',
    en: 'The e-mail or the password is wrong. Check both, or ask for a new password.',
  },
  invalid_code: {
    status: 401,
    pt: 'O código não confere ou já foi usado. Use o que o aplicativo mostra agora, ou o próximo.',
    en: 'The code is wrong, or has already been used. Use the one that the app shows now, or the next.',
  },
  invalid_passkey: {
    status: 401,
    pt: 'Não foi possível confirmar a chave de acesso. Tente de novo ou use outro meio.',
    en: 'The passkey could not be verified. Try again, or use another way.',
  },
  not_permitted: {
    status: 403,
    pt: 'Seu papel nesta conta não permite isto. Fale com um administrador da conta.',
    en: 'Your role in this account does not allow this. Ask an administrator of the account.',
  },
  step_up_required: {
    status: 403,
    pt: 'Confirme sua senha, código ou chave de acesso para continuar.',
    en: 'Confirm your password, code or passkey to continue.',
  },
  cross_site_request: {
    status: 403,
    pt: 'Este pedido veio de outro site e não foi atendido. Abra o Ponte no endereço oficial dele e tente de novo.',
    en: 'This request came from another site and was not carried out. Open Ponte at its own address and try again.',
  },
  already_member: {
    status: 409,
    pt: 'Esta pessoa já faz parte da conta. Para mudar o papel dela, vá à lista da equipe.',
    en: 'This person already belongs to the account. To change their role, go to the list of the team.',
  },
  last_owner: {
    status: 409,
    pt: 'A conta precisa de pelo menos um proprietário. Dê antes esse papel a outra pessoa.',
    en: 'The account needs at least one owner. Give somebody else that role first.',
  },
  link_expired: {
    status: 410,
    pt: 'Este link venceu ou já foi usado. Peça outro.',
    en: 'This link has expired or has already been used. Ask for another.',
  },
} as const satisfies Record<string, Refusal>;
