const REAIS = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** Words for each state of an order, and whether the page should look again. */
const STATES = {
  new: { title: 'Preparando o seu Pix…', changes: true },
  waiting: { title: 'Pague com Pix', changes: true },
  paid: { title: 'Pago. Obrigado!', changes: true },
  expired: { title: 'O código venceu', changes: true },
  refused: { title: 'Não foi possível gerar o Pix', changes: false },
  refunded: { title: 'O pagamento foi devolvido', changes: false },
};

export function productPage(products, checkoutId, problem) {
  const choices = products.map(
    ({ id, name, priceCents }, index) =>
      html` <label class="choice">
        <input type="radio" name="productId" value="${id}" ${index === 0 ? 'checked' : ''} />
        <span>${name}</span> <b>${reais(priceCents)}</b>
      </label>`,
  );
  return page(
    'Loja da Serra',
    html` <h1>Loja da Serra</h1>
      ${problem ? html`<p role="alert">${problem}</p>` : ''}
      <form method="post" action="/orders">
        <input type="hidden" name="checkoutId" value="${checkoutId}" />
        <fieldset>
          <legend>O que você quer?</legend>
          ${choices}
        </fieldset>
        <label class="field">
          CPF de quem vai pagar
          <input name="taxId" inputmode="numeric" autocomplete="off" required maxlength="18" />
        </label>
        <button>Pagar com Pix</button>
      </form>`,
  );
}

export function orderPage(order, product) {
  const { title, changes } = STATES[order.status];
  const script = changes ? html`<script src="/order.js" defer></script>` : '';
  return page(
    title,
    html` <main data-status="${order.status}" data-order="${order.id}">
        <h1>${title}</h1>
        <p>${product.name}, pedido <code>${order.id.slice(0, 8)}</code></p>
        ${order.status === 'waiting' ? pixCode(order) : ''}
        ${order.status === 'expired' ? html`<p>Se você já pagou, aguarde: o pagamento ainda será visto aqui.</p>` : ''}
        ${order.status === 'refused' ? html`<p role="alert">${order.problem}</p>` : ''}
        ${order.status === 'refunded' ? html`<p>O valor volta para a conta de quem pagou.</p>` : ''}
        <p><a href="/">Voltar à loja</a></p>
      </main>
      ${script}`,
  );
}

function pixCode(order) {
  return html` <p class="total">${reais(order.total_cents)}</p>
    <img src="${order.pix_image}" alt="Código QR do Pix" width="240" height="240" />
    <label class="field">
      Pix copia e cola
      <textarea id="code" readonly rows="3">${order.pix_code}</textarea>
    </label>
    <button type="button" id="copy" hidden>Copiar código</button>
    <p role="status">Aguardando o pagamento. Esta página muda sozinha.</p>`;
}

export function missingPage() {
  return page(
    'Não encontrado',
    html`<h1>Este pedido não existe</h1>
      <p><a href="/">Voltar à loja</a></p>`,
  );
}

function page(title, body) {
  return `<!doctype html>${html` <html lang="pt-BR">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title}</title>
      <link rel="stylesheet" href="/shop.css" />
    </head>
    <body>
      ${body}
    </body>
  </html>`}`;
}

function reais(cents) {
  return REAIS.format(cents / 100);
}

class Html {
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

/** A template whose values are escaped, unless they were made by it. */
function html(strings, ...values) {
  return new Html(String.raw({ raw: strings }, ...values.map(escape)));
}

function escape(value) {
  if (Array.isArray(value)) return value.map(escape).join('');
  if (value instanceof Html) return value.text;
  return String(value).replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign],
  );
}
