export interface Product {
  readonly id: string;
  readonly name: string;
  readonly priceCents: number;
}

/** What is sold. The price is looked up here and never taken from the browser. */
export const PRODUCTS: readonly Product[] = [
  { id: 'cafe', name: 'Café da Mantiqueira, 500 g', priceCents: 4290 },
  { id: 'caneca', name: 'Caneca de cerâmica', priceCents: 5900 },
];

export function findProduct(id: string): Product | undefined {
  return PRODUCTS.find((product) => product.id === id);
}
