import { randomUUID } from 'node:crypto';
import { connection } from 'next/server';
import { formatReais } from '../shop/format-reais';
import { PRODUCTS } from '../shop/products';
import { placeOrder } from './orders/place-order';

export default async function ProductPage({ searchParams }: PageProps<'/'>) {
  // For each visitor anew: the form has an id of its own.
  await connection();
  const { problem } = await searchParams;
  return (
    <>
      <h1>Loja da Serra</h1>
      {problem === 'form' && (
        <p role="alert">Escolha um produto e informe um CPF com 11 dígitos, ou um CNPJ com 14.</p>
      )}
      <form action={placeOrder}>
        <input type="hidden" name="checkoutId" value={randomUUID()} />
        <fieldset>
          <legend>O que você quer?</legend>
          {PRODUCTS.map(({ id, name, priceCents }, index) => (
            <label className="choice" key={id}>
              <input type="radio" name="productId" value={id} defaultChecked={index === 0} />
              <span>{name}</span> <b>{formatReais(priceCents)}</b>
            </label>
          ))}
        </fieldset>
        <label className="field">
          CPF de quem vai pagar
          <input name="taxId" inputMode="numeric" autoComplete="off" required maxLength={18} />
        </label>
        <button>Pagar com Pix</button>
      </form>
    </>
  );
}
