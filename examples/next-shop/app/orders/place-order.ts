'use server';

import { randomUUID } from 'node:crypto';
import { redirect } from 'next/navigation';
import { chargeOrder } from '../../shop/charge-order';
import { openOrders } from '../../shop/orders';
import { findProduct } from '../../shop/products';

const UUID = /^[0-9a-f-]{36}$/;

export async function placeOrder(form: FormData): Promise<never> {
  const product = findProduct(String(form.get('productId')));
  const taxId = String(form.get('taxId')).replace(/[.\-/ ]/g, '');
  const checkoutId = String(form.get('checkoutId'));
  if (!product || !/^(\d{11}|\d{14})$/.test(taxId) || !UUID.test(checkoutId)) {
    redirect('/?problem=form');
  }
  const order = openOrders().place({
    id: randomUUID(),
    checkoutId,
    productId: product.id,
    amountCents: product.priceCents,
    taxId,
  });
  if (order.status === 'new') await chargeOrder(order);
  redirect(`/orders/${order.id}`);
}
