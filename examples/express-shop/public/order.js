// The page works without this script; with it, it need not be loaded again by hand.
const main = document.querySelector('main');
const { order, status } = main.dataset;

async function look() {
  const now = await fetch(`/orders/${order}/status`)
    .then((answer) => (answer.ok ? answer.json() : undefined))
    // The next look may come through.
    .catch(() => undefined);
  if (now && now.status !== status) location.reload();
  else setTimeout(look, status === 'new' || status === 'waiting' ? 1500 : 15000);
}

const copy = document.querySelector('#copy');
if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.querySelector('#code').value);
    copy.textContent = 'Copiado';
  });
}

look();
