import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import express from 'express';
import { chargeOrder } from './charge-order.js';
import { contentPolicy } from './content-policy.js';
import { missingPage, orderPage, productPage } from './pages.js';
import { findProduct, listProducts } from './products.js';
import { receiveWebhook } from './receive-webhook.js';

const PUBLIC = join(import.meta.dirname, '..', 'public');
const UUID = /^[0-9a-f-]{36}$/;

export function openShop({ ponte, orders, webhookSecrets }) {
  const app = express();
  app.disable('x-powered-by');
  app.use((_request, response, next) => {
    response.set({
      'content-security-policy': contentPolicy(),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    next();
  });

  // Before any parser of bodies: the signature is over the bytes as they came.
  app.post('/webhooks/ponte', receiveWebhook(orders, webhookSecrets));

  app.use(express.static(PUBLIC));
  app.use(express.urlencoded({ limit: '10kb' }));

  app.get('/', (_request, response) => {
    response.send(productPage(listProducts(), randomUUID()));
  });

  app.post('/orders', async (request, response) => {
    const { productId, taxId = '', checkoutId = '' } = request.body ?? {};
    const product = findProduct(productId);
    const digits = String(taxId).replace(/[.\-/ ]/g, '');
    if (!product || !/^(\d{11}|\d{14})$/.test(digits) || !UUID.test(checkoutId)) {
      const problem = 'Escolha um produto e informe um CPF com 11 dígitos, ou um CNPJ com 14.';
      response.status(400).send(productPage(listProducts(), randomUUID(), problem));
      return;
    }
    const order = orders.place({
      id: randomUUID(),
      checkoutId,
      productId: product.id,
      amountCents: product.priceCents,
      taxId: digits,
    });
    if (order.status === 'new') await chargeOrder(ponte, orders, order);
    response.redirect(303, `/orders/${order.id}`);
  });

  app.get('/orders/:id', (request, response) => {
    const order = orders.find(request.params.id);
    if (!order) return response.status(404).send(missingPage());
    response.set('content-security-policy', contentPolicy(order.pix_image));
    response.set('cache-control', 'no-store');
    return response.send(orderPage(order, findProduct(order.product_id)));
  });

  app.get('/orders/:id/status', (request, response) => {
    const order = orders.find(request.params.id);
    if (!order) return response.status(404).json({});
    response.set('cache-control', 'no-store');
    return response.json({ status: order.status });
  });

  return app;
}
