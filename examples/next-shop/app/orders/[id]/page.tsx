import { notFound } from 'next/navigation';
import { connection } from 'next/server';
import { formatReais } from '../../../shop/format-reais';
import { openOrders, type Order, type OrderStatus } from '../../../shop/orders';
import { findProduct } from '../../../shop/products';
import { CopyCode } from './copy-code';
import { LiveStatus } from './live-status';

const TITLES: Record<OrderStatus, string> = {
  new: 'Preparando o seu Pix…',
  waiting: 'Pague com Pix',
  paid: 'Pago. Obrigado!',
  expired: 'O código venceu',
  refused: 'Não foi possível gerar o Pix',
  refunded: 'O pagamento foi devolvido',
};

export default async function OrderPage({ params }: PageProps<'/orders/[id]'>) {
  await connection();
  const order = openOrders().find((await params).id);
  if (!order) notFound();
  return (
    <article data-status={order.status}>
      <h1>{TITLES[order.status]}</h1>
      <p>
        {findProduct(order.productId)?.name}, pedido <code>{order.id.slice(0, 8)}</code>
      </p>
      {order.status === 'waiting' && <PixCode order={order} />}
      {order.status === 'expired' && (
        <p>Se você já pagou, aguarde: o pagamento ainda será visto aqui.</p>
      )}
      {order.status === 'refused' && <p role="alert">{order.problem}</p>}
      {order.status === 'refunded' && <p>O valor volta para a conta de quem pagou.</p>}
      <p>
        <a href="/">Voltar à loja</a>
      </p>
      <LiveStatus id={order.id} status={order.status} />
    </article>
  );
}

function PixCode({ order }: { order: Order }) {
  return (
    <>
      <p className="total">{formatReais(order.totalCents ?? order.amountCents)}</p>
      <img src={order.pixImage ?? ''} alt="Código QR do Pix" width={240} height={240} />
      <label className="field">
        Pix copia e cola
        <textarea readOnly rows={3} value={order.pixCode ?? ''} />
      </label>
      <CopyCode code={order.pixCode ?? ''} />
      <p role="status">Aguardando o pagamento. Esta página muda sozinha.</p>
    </>
  );
}
