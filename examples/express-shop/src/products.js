/** What is sold. The price is looked up here and never taken from the browser. */
const PRODUCTS = [
  { id: 'cafe', name: 'Café da Mantiqueira, 500 g', priceCents: 4290 },
  { id: 'caneca', name: 'Caneca de cerâmica', priceCents: 5900 },
];

export function listProducts() {
  return PRODUCTS;
}

export function findProduct(id) {
  return PRODUCTS.find((product) => product.id === id);
}
