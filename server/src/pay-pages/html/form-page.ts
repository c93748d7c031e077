import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { MAX_AMOUNT, MIN_AMOUNT, reais } from '../../money.ts';
import { formPath } from './addresses.ts';
import { duration } from './format.ts';
import { contactLine, inLanguage, payHeading, renderPage } from './layout.ts';
import { plain } from './plain-text.ts';
import { tooMany } from './too-many.ts';
import type { FormFault, FormView } from './view.ts';
import { WORDS } from './words.ts';

/** What to pay, and who pays. */
export function renderForm(view: FormView): string {
  const { language, shop } = view.frame;
  const words = WORDS[language];
  const title = plain(view.title);
  const action = inLanguage(view.frame, formPath(view.slug));
  const main = html`<main id="main" data-state="form">
    ${summary(view)}
    <h1>${payHeading(view.frame)}</h1>
    <p class="title">${title}</p>
    ${view.description !== '' && html`<p class="description">${plain(view.description)}</p>`}
    <form id="order" method="post" action=${action} novalidate data-retry=${retryAfter(view)}>
      <input type="hidden" name="attempt" value=${view.attempt} />
      ${
        view.amountCents === null
          ? amountField(view)
          : html`<p class="sum">${reais(view.amountCents, language)}</p>`
      }
      ${payerFields(view)}
      <button class="button" data-busy=${words.making} data-slow=${words.slow}>
        ${words.makeCode}
      </button>
      <p class="slow" aria-live="polite"></p>
      <details>
        <summary>${words.why}</summary>
        <p>${words.because(shop.name)}</p>
      </details>
    </form>
    ${contactLine(view.frame)}
  </main>`;
  const first = isTheirs(view) ? words.faults : words.pay(shop.name);
  const { amount } = view;
  const typed = new URLSearchParams({ from: language, ...(amount !== '' && { amount }) });
  const keeps = `&${typed.toString()}`;
  const page = { title: first, about: title, summary: summaryOf(view), refreshes: false };
  return renderPage(view.frame, { ...page, main, keeps });
}

/** The preview shown to somebody who is sent the link. */
function summaryOf({ frame, amountCents, description }: FormView): string {
  const { language } = frame;
  const amount = amountCents === null ? '' : reais(amountCents, language);
  const what = plain(description) || WORDS[language].payByPix;
  return [amount, what].filter((part) => part !== '').join(' · ');
}

function amountField(view: FormView): VNode {
  const words = WORDS[view.frame.language];
  const fault = faultAt(view, 'amount');
  return html`<div class="field">
    <label for="amount">${words.amount}</label>
    <div class="money">
      <span aria-hidden="true">R$</span>
      <input
        id="amount"
        name="amount"
        value=${view.amount}
        inputmode="decimal"
        autocomplete="off"
        aria-required="true"
        ...${described('amount', fault)}
      />
    </div>
    ${fault && html`<p id="amount-fault" class="fault">${textOf(fault, view)}</p>`}
    <p id="amount-hint" class="hint">${words.amountRange(...range(view))}</p>
  </div>`;
}

/** Contains the variants for CPF and CNPJ; the style sheet shows the chosen one. */
function payerFields(view: FormView): VNode {
  const words = WORDS[view.frame.language];
  const fault = faultAt(view, 'document');
  const isCnpj = view.documentKind === 'cnpj';
  const isTest = view.frame.mode === 'test';
  return html`<fieldset>
    <legend class="unseen">${words.whoPays}</legend>
    <div class="kinds">
      <input type="radio" name="kind" id="cpf" value="cpf" checked=${!isCnpj} />
      <label for="cpf">CPF</label>
      <input type="radio" name="kind" id="cnpj" value="cnpj" checked=${isCnpj} />
      <label for="cnpj">CNPJ</label>
      <div class="field">
        <label for="document">
          <span class="of-cpf">${words.cpfOfPayer}</span>
          <span class="of-cnpj">${words.cnpjOfPayer}</span>
        </label>
        <input
          id="document"
          name="document"
          value=${view.document}
          inputmode=${isCnpj ? 'text' : 'numeric'}
          autocapitalize="characters"
          autocomplete="off"
          spellcheck="false"
          aria-required="true"
          ...${described('document', fault)}
        />
        ${
          fault &&
          html`<p id="document-fault" class="fault">
            <span class=${`of-${view.documentKind}`}>${textOf(fault, view)}</span>
          </p>`
        }
        <p id="document-hint" class="hint">
          <span class="of-cpf">${words.cpfHint} ${isTest && words.sampleCpf}</span>
          <span class="of-cnpj">${words.cnpjHint}</span>
        </p>
      </div>
    </div>
  </fieldset>`;
}

function described(field: string, fault: FormFault | undefined): Record<string, string> {
  const hint = `${field}-hint`;
  if (!fault) return { 'aria-describedby': hint };
  return { 'aria-describedby': `${field}-fault ${hint}`, 'aria-invalid': 'true' };
}

function faultAt(view: FormView, field: 'amount' | 'document'): FormFault | undefined {
  return view.faults.find((fault) => fault.field === field);
}

/** Whether the payer's input is at fault: only then is it marked red, for them to check. */
function isTheirs({ faults }: FormView): boolean {
  return faults.some(({ field }) => field !== null);
}

/** At the top, where a payer who is shown the form again starts to read. */
function summary(view: FormView): VNode | null {
  if (view.faults.length === 0) return null;
  return html`<div
    id="faults"
    class=${isTheirs(view) ? 'faults' : 'faults wait'}
    role="alert"
    tabindex="-1"
  >
    ${isTheirs(view) && html`<p><b>${WORDS[view.frame.language].faults}</b></p>`}
    ${view.faults.map(
      (fault) =>
        html`<p>
          ${
            fault.field === null
              ? textOf(fault, view)
              : html`<a href=${`#${fault.field}`}>${textOf(fault, view)}</a>`
          }
        </p>`,
    )}
  </div>`;
}

/** Seconds until the script resubmits the form by itself, if it only has to wait for a slot. */
function retryAfter({ faults }: FormView): number | undefined {
  for (const fault of faults) if (fault.kind === 'busy') return fault.retryAfterSeconds;
  return undefined;
}

function range({ frame }: FormView): [min: string, max: string] {
  return [reais(MIN_AMOUNT, frame.language), reais(MAX_AMOUNT, frame.language)];
}

function textOf(fault: FormFault, view: FormView): string {
  const { language, shop } = view.frame;
  const words = WORDS[language];
  switch (fault.kind) {
    case 'missing':
      if (fault.field === 'amount') return words.amountMissing(...range(view));
      return view.documentKind === 'cpf' ? words.cpfMissing : words.cnpjMissing;
    case 'range':
      return words.amountMissing(...range(view));
    case 'unreadable':
      return words.amountUnreadable;
    case 'cpf_short':
      return words.cpfShort;
    case 'cpf_digits':
      return words.cpfDigits;
    case 'cnpj_short':
      return words.cnpjShort;
    case 'cnpj_digits':
      return words.cnpjDigits;
    case 'cnpj_letters':
      return words.cnpjLetters;
    case 'too_many':
      return tooMany(view.frame, fault.retryAfterSeconds);
    case 'busy':
      return words.busy(duration(fault.retryAfterSeconds, language));
    case 'unstable':
      return words.formUnstable;
    case 'paused':
      return words.paused(shop.name);
  }
}
