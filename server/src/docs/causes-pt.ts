import type { Code } from './advice.ts';

/** The texts for each code; `causes-en.ts` must have the same. */
export type Explained = Readonly<Record<Code, { readonly cause: string; readonly remedy: string }>>;

export const CAUSES_PT: Explained = {
  invalid_request: {
    cause:
      'O corpo não é um objeto JSON, um campo tem o tipo errado, um parâmetro da URL não é aceito ou a Idempotency-Key tem mais de 255 caracteres ou caracteres fora do ASCII visível; ou o provedor recusou o pedido sem um motivo que o Ponte conheça, e a mensagem diz isso. Com 408, a requisição não chegou inteira a tempo; com 431, os cabeçalhos são longos ou numerosos demais.',
    remedy:
      'Compare a requisição com a referência da operação. Campos desconhecidos são ignorados, mas não argumentos desconhecidos de uma ferramenta de agente; null não vale por um campo ausente, que deve ser omitido. Um pedido mantém a sua chave, e só usa uma nova depois de previous_error.',
  },
  missing_idempotency_key: {
    cause: 'Depósitos e saques exigem o cabeçalho Idempotency-Key, e ele faltou ou veio vazio.',
    remedy: 'Crie uma chave por pedido, grave-a antes de chamar e envie-a em cada repetição.',
  },
  invalid_amount: {
    cause:
      'amountCents faltou, não é um número inteiro, está fora de 200 a 600000 ou passa do limite do provedor para quem paga.',
    remedy:
      'Envie centavos como número inteiro, sem aspas e sem fração: R$ 50,00 é 5000. Se a mensagem diz um limite, peça um valor menor.',
  },
  invalid_tax_id: {
    cause:
      'taxId faltou ou não tem 11 dígitos (CPF) ou 14 (CNPJ). Ou é um CNPJ com letras, e o operador não as permite. Ou seus dígitos verificadores não conferem, quando são exigidos, ou o provedor não o aceita.',
    remedy:
      'Envie texto sem pontos, barra nem hífen, e as letras de um CNPJ em maiúsculas. Peça o documento de novo a quem vai pagar ou receber.',
  },
  invalid_pix_key_type: {
    cause: 'pixKeyType faltou ou não é CPF, CNPJ, EMAIL, PHONE ou EVP.',
    remedy: 'Envie um dos cinco nomes, em maiúsculas.',
  },
  invalid_pix_key: {
    cause: 'pixKey faltou ou não tem a forma que pixKeyType diz, ou o provedor não a aceitou.',
    remedy:
      'CPF e CNPJ sem pontuação, e CNPJ com letras só se o operador permite; PHONE como +55 e 10 ou 11 dígitos; EVP como UUID com hifens; sem espaços em volta. Confirme a chave com quem vai receber.',
  },
  no_liquid_address: {
    cause:
      'O ambiente não tem carteira padrão, walletId não é de uma carteira sua neste modo, ou o provedor não aceita o endereço dela.',
    remedy:
      'Cadastre uma carteira, ou envie o id de uma que exista. Carteiras de teste não valem com chave live.',
  },
  invalid_liquid_address: {
    cause:
      'O endereço tem erro de digitação, é de outra rede ou não é da Liquid. Uma chave de teste só aceita endereços das redes de testes; uma chave live, só da rede principal.',
    remedy: 'Copie o endereço de recebimento da carteira outra vez, inteiro.',
  },
  invalid_url: {
    cause:
      'A URL não é absoluta, não é https (http só em teste), traz usuário e senha ou leva a uma rede privada.',
    remedy: 'Use um endereço público com https. Para a sua máquina, use a linha de comando.',
  },
  unauthorized: {
    cause: 'O cabeçalho Authorization faltou, ou a chave está errada, vencida ou revogada.',
    remedy:
      'Envie Authorization: Bearer e a chave inteira, que começa com pt_test_ ou pt_live_. Se ela se perdeu, crie outra no painel.',
  },
  insufficient_scope: {
    cause:
      'A chave é válida, mas não tem o escopo que a operação pede; ou é de um agente, e abre somente /mcp.',
    remedy:
      'Veja o escopo na referência e crie uma chave que o tenha. Escopos de uma chave não mudam.',
  },
  deposits_disabled: {
    cause: 'O operador pausou os depósitos desta conta ou da instalação inteira.',
    remedy: 'Avise quem está pagando e fale com o operador. O que já foi criado segue normalmente.',
  },
  withdrawals_disabled: {
    cause: 'O operador pausou os saques desta conta ou da instalação inteira.',
    remedy: 'Fale com o operador. Não envie DePix a um endereço antigo.',
  },
  not_found: {
    cause:
      'O caminho não existe, o id não existe ou é de outra conta ou do outro modo. Rotas da sandbox não existem para chaves live.',
    remedy:
      'Confira o caminho e se a chave é do mesmo modo, test ou live, em que o recurso foi criado.',
  },
  method_not_allowed: {
    cause: 'O caminho existe, mas não com esse método.',
    remedy: 'Use um dos métodos do cabeçalho Allow.',
  },
  previous_error: {
    cause: 'A Idempotency-Key já foi usada, e aquela requisição terminou numa recusa definitiva.',
    remedy:
      'Corrija a causa da primeira recusa e faça o pedido com uma chave nova. Nada foi cobrado.',
  },
  idempotency_mismatch: {
    cause: 'A mesma Idempotency-Key chegou com outro corpo ou em outra rota.',
    remedy:
      'Veja primeiro o que houve com o pedido desta chave: procure a chave no registro de requisições, e o externalId nas transações, se você o enviou. Um registro sem ela não prova nada: onde nenhum dos dois mostra o pedido, pergunte a quem opera o gateway antes de usar uma chave nova. Para repetir aquele pedido, envie exatamente o mesmo corpo. Só um pedido realmente novo leva uma chave nova: numa repetição cujo corpo mudou, ela cobraria ou pagaria duas vezes.',
  },
  in_progress: {
    cause: 'Outra requisição com esta Idempotency-Key está sendo atendida agora.',
    remedy: 'Espere o Retry-After e repita com a mesma chave: vem a resposta da primeira.',
  },
  duplicate_wallet: {
    cause: 'O endereço já é de uma carteira deste ambiente.',
    remedy: 'Liste as carteiras e use a que existe.',
  },
  rotation_in_progress: {
    cause: 'O segredo deste endpoint já está sendo trocado: o antigo e o novo assinam juntos.',
    remedy: 'Espere o fim do período, ou envie overlapHours 0 para encerrar o antigo na hora.',
  },
  too_many_endpoints: {
    cause: 'O ambiente já tem 20 endpoints de webhook.',
    remedy: 'Apague um que não é mais usado. Um endpoint pode receber todos os eventos.',
  },
  endpoint_disabled: {
    cause: 'O endpoint foi desativado ou apagado.',
    remedy:
      'Corrija o receptor, ative o endpoint e reenvie. De um apagado nada se reenvia: use o diário de eventos.',
  },
  invalid_state: {
    cause:
      'O recurso existe, mas o estado em que está não permite isto: por exemplo, pagar na sandbox um depósito que já falhou.',
    remedy: 'Leia o estado atual e escolha um comando que caiba nele.',
  },
  events_expired: {
    cause: 'Sua leitura do diário parou há tanto tempo que os eventos seguintes já foram apagados.',
    remedy:
      'Recomece sem o parâmetro after e confira o que ficou no meio pela lista de transações.',
  },
  payload_too_large: {
    cause: 'O corpo da requisição passa de 64 KiB.',
    remedy: 'Envie só os campos da operação; guarde o resto do seu lado, sob externalId.',
  },
  unsupported_media_type: {
    cause: 'O corpo não veio como application/json, ou veio comprimido.',
    remedy: 'Envie Content-Type: application/json e o corpo sem compressão.',
  },
  payer_declined: {
    cause:
      'A análise do provedor não aceita este CPF ou CNPJ. Ou ele recusou o pedido por um motivo que o Ponte não conhece, e a mensagem diz isso.',
    remedy:
      'Não repita com o mesmo documento. Ofereça outro meio de pagamento, ou peça que outra pessoa pague com o próprio documento. Nada foi cobrado nem pago; o operador vê no log o que o provedor disse.',
  },
  rate_limited: {
    cause: 'A chave passou do seu ritmo, ou o provedor pediu uma pausa.',
    remedy:
      'Espere os segundos de Retry-After e repita com a mesma chave. Em vez de consultar sem parar, receba webhooks.',
  },
  internal_error: {
    cause: 'Uma falha do Ponte. O resultado da operação não é conhecido.',
    remedy:
      'Repita com a mesma chave. Se persistir, informe o X-Request-Id da resposta ao operador, que o encontra no log.',
  },
  provider_error: {
    cause:
      'O provedor não respondeu, ou respondeu algo sem sentido. A cobrança ou o saque pode ter sido feito lá.',
    remedy:
      'Repita com a MESMA chave, com pausas crescentes. Uma chave nova poderia fazer um segundo pedido.',
  },
  not_configured: {
    cause:
      'O provedor não está configurado para este modo, recusou a credencial do operador ou está pausado.',
    remedy:
      'Fale com o operador. O comando doctor dele diz o que falta. A chave pode ser repetida depois.',
  },
  unavailable: {
    cause: 'O Ponte está começando, parando, sem o banco de dados ou com carga demais.',
    remedy: 'Espere o Retry-After e repita com a mesma chave.',
  },
};
