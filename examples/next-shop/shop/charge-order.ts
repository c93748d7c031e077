import { isPonteError, type PonteError } from '@ponte/sdk';
import { openPonte } from './open-ponte';
import { openOrders, type Order } from './orders';

/**
 * Asks for the Pix charge of an order. It may be called again at any time, after a crash too: the
 * order and its key were stored before, and one key makes one charge.
 */
export async function chargeOrder(order: Order): Promise<void> {
  if (order.taxId === null) return;
  const deposit = {
    amountCents: order.amountCents,
    taxId: order.taxId,
    externalId: order.id,
    // The buyer pays the price that was shown; the fee is the shop's.
    passFeesToPayer: false,
  };
  try {
    const intent = openPonte().deposits.intent(deposit, keyOf(order));
    openOrders().setCharge(order.id, await intent.send({ timeoutMs: 20_000 }));
  } catch (error) {
    if (!isPonteError(error)) throw error;
    // The key is spent and nothing was made: this order ends here.
    if (error.advice === 'new-key') openOrders().refuse(order.id, problemOf(error));
    // Nobody knows, or it works later: the order stays as it is, and is asked for again.
    else console.error(`order ${order.id} has no charge yet: ${error.code}`);
  }
}

/** Made of the order's own id, so that it is stored with the order before the call leaves. */
function keyOf(order: Order): string {
  return `order-${order.id}`;
}

/** What the buyer is told, in the shop's own words. */
function problemOf({ code }: PonteError): string {
  if (code === 'invalid_tax_id') return 'O CPF ou CNPJ não existe. Confira e peça de novo.';
  if (code === 'payer_declined') return 'Este CPF ou CNPJ não pode pagar por aqui.';
  return 'Não conseguimos gerar o Pix. Fale com a loja.';
}
