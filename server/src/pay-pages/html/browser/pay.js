'use strict';
// The pages work without it, and have its words.

/** @param {string} id */
const byId = (id) => document.getElementById(id);
/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement | null} */ (byId(id));
let main = /** @type {HTMLElement} */ (byId('main'));
/** @param {string | undefined} words spoken once */
const say = (words) => {
  const said = byId('said');
  if (said) said.textContent = words ?? '';
};

// The form.

const order = /** @type {HTMLFormElement | null} */ (byId('order'));
const field = input('document');
const cpf = input('cpf');
const cnpj = input('cnpj');
const amount = input('amount');

/** @param {Event} [event] */
function maskDocument(event) {
  if (!field || !cpf || !cnpj) return;
  const caret = field.value.slice(0, field.selectionStart ?? 0).replace(/[^0-9a-z]/gi, '').length;
  // A whole number says its kind.
  const [found] =
    /\b(\d{3}[. ]?\d{3}[. ]?\d{3}[- ]?\d\d|\w{2}[. ]?\w{3}[. ]?\w{3}[/ ]?\w{4}[- ]?\d\d)\b/.exec(
      field.value,
    ) ?? [];
  let bare = (found ?? field.value).toUpperCase().replace(/[^0-9A-Z]/g, '');
  if (found && event?.target === field) (bare.length === 11 ? cpf : cnpj).checked = true;
  if (!cnpj.checked) bare = found && bare.length > 11 ? '' : bare.replace(/\D/g, '');
  field.inputMode = cnpj.checked ? 'text' : 'numeric';
  let text = '';
  let at = 0;
  let used = 0;
  for (const mark of cnpj.checked ? '##.###.###/####-##' : '###.###.###-##') {
    if (used === bare.length) break;
    text += mark === '#' ? bare[used++] : mark;
    if (used <= caret && mark === '#') at = text.length;
  }
  if (text === field.value) return;
  field.value = text;
  if (document.activeElement === field) field.setSelectionRange(at, at);
}

if (order) {
  order.addEventListener('input', maskDocument);
  maskDocument();
  amount?.addEventListener('change', () => {
    const [, whole, part] =
      /^(?:r\$)?\s*(\d{1,7})(?:[.,](\d\d?))?$/i.exec(amount.value.trim()) ?? [];
    const format = new Intl.NumberFormat(document.documentElement.lang, {
      minimumFractionDigits: 2,
    });
    if (whole) amount.value = format.format(Number(`${whole}.${part ?? 0}`));
  });
  byId('faults')?.focus();
  // What was typed goes along, but not in the address.
  const [other] = document.links;
  other?.addEventListener('click', (event) => {
    event.preventDefault();
    const { action } = order;
    order.action = other.href;
    order.submit();
    order.action = action;
  });
  if (order.dataset.retry) {
    const again = setTimeout(() => order.requestSubmit(), Number(order.dataset.retry) * 1000);
    order.addEventListener('input', () => clearTimeout(again));
  }
}

/** @param {HTMLElement} button @param {boolean} isBusy */
function setBusy(button, isBusy) {
  const slow = button.parentElement?.querySelector('.slow');
  button.dataset.idle ??= button.textContent ?? '';
  button.textContent = (isBusy ? button.dataset.busy : button.dataset.idle) ?? '';
  if (isBusy) button.setAttribute('aria-disabled', 'true');
  else button.removeAttribute('aria-disabled');
  const tell = () => {
    if (slow)
      slow.textContent = (button.hasAttribute('aria-disabled') && button.dataset.slow) || '';
  };
  setTimeout(tell, isBusy ? 5000 : 0);
  // No answer takes so long.
  if (isBusy) setTimeout(setBusy, 45000, button, false);
}

document.addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const button = form.querySelector('button');
  if (button?.hasAttribute('aria-disabled')) return event.preventDefault();
  if (button?.dataset.busy) setBusy(button, true);
  // Else Back asks to send again.
  history.replaceState(0, '');
});

// A payer's own page.

/** @type {EventSource | undefined} */
let events;
/** @type {number | undefined} */
let polling;
let failures = 0;
// Of the page shown.
let loadedAt = Date.now();
let leftBefore = secondsLeft();
let tickedAt = Date.now();
/** @type {number | undefined} */
let swapping;

function begin() {
  events?.close();
  failures = 0;
  if (!main.dataset.events) return clearInterval(polling);
  // A browser has few lines for all its pages.
  if (document.hidden) return void (polling ??= setInterval(look, 5000));
  events = new EventSource(main.dataset.events);
  events.addEventListener('state', ({ data }) => {
    failures = 0;
    clearInterval(polling);
    polling = undefined;
    hear(data);
  });
  events.onerror = () => {
    failures += events?.readyState === EventSource.CLOSED ? 2 : 1;
    if (failures > 1) polling ??= setInterval(look, 5000);
  };
}

async function look() {
  if (!main.dataset.status) return;
  try {
    const answer = await fetch(main.dataset.status, { cache: 'no-store' });
    if (answer.ok) return hear((await answer.json()).state);
  } catch {
    // As if refused.
  }
  polling ??= setInterval(look, 5000);
}

/** @param {string} state */
async function hear(state) {
  if (state === main.dataset.state || swapping) return;
  // The line may be dead.
  swapping = setTimeout(retry, 15000);
  try {
    const answer = await fetch(location.href, { cache: 'no-store' });
    if (answer.redirected) return location.replace(answer.url);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const next = page.getElementById('main');
    if (!answer.ok || !next || next.dataset.state === main.dataset.state) throw new Error(state);
    main.replaceWith(next);
    main = next;
    loadedAt = Date.now();
    leftBefore = secondsLeft();
    // The old foot would move there.
    document.querySelector('footer')?.replaceWith(page.querySelector('footer') ?? '');
    document.title = page.title;
    main.querySelector('h1')?.focus();
    begin();
    clearTimeout(swapping);
    swapping = 0;
  } catch {
    clearTimeout(swapping);
    swapping = setTimeout(retry, 2000);
  }
}

function retry() {
  swapping = 0;
  look();
}

/** By the server's clock, counted on by this one. */
function secondsLeft() {
  const { expires = '', now = '' } = main.dataset;
  return Math.ceil((Date.parse(expires) - Date.parse(now) - Date.now() + loadedAt) / 1000);
}

function tick() {
  // After sleep a line may be dead.
  if (Date.now() - tickedAt > 20000) wake();
  tickedAt = Date.now();
  const line = byId('countdown');
  if (!line) return;
  const left = secondsLeft();
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  line.textContent = left > 0 && left <= 300 ? (line.dataset.left ?? '').replace('{t}', clock) : '';
  if (left <= 300 && leftBefore > 300) say(line.dataset.five);
  if (left <= 60 && leftBefore > 60) say(line.dataset.one);
  if (left <= 0 && leftBefore > 0) look();
  leftBefore = left;
  tellOffline();
}

/** Nobody else says that a code is over. */
function tellOffline() {
  const strip = byId('offline');
  if (!strip) return;
  strip.hidden = navigator.onLine;
  strip.dataset.code = secondsLeft() > 0 ? 'valid' : 'over';
}

/** @param {HTMLElement} button */
async function copy(button) {
  const code = byId('code');
  const label = button.querySelector('span');
  if (!code || !label) return;
  button.dataset.idle ??= label.textContent ?? '';
  let { copied: words } = button.dataset;
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
  } catch {
    getSelection()?.selectAllChildren(code);
    if (!document.execCommand('copy')) words = button.dataset.hold;
  }
  label.textContent = words ?? '';
  say(words);
  setTimeout(() => {
    label.textContent = button.dataset.idle ?? '';
    say('');
  }, 4000);
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('button');
  if (!button) return;
  if (button.id === 'copy') copy(button);
  if (button.dataset.do === 'print') print();
  if (button.dataset.do === 'share')
    navigator.share({ title: document.title, url: location.href }).catch(() => {});
});
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  for (const button of document.querySelectorAll('button'))
    if (button.dataset.busy) setBusy(button, false);
  begin();
});
function wake() {
  tellOffline();
  if (!document.hidden && !navigator.onLine) return;
  begin();
  look();
}
document.addEventListener('visibilitychange', wake);
addEventListener('online', wake);
addEventListener('offline', wake);

document.documentElement.className = 'share' in navigator ? 'script shares' : 'script';
begin();
setInterval(tick, 1000);
tick();
