import { openOrders } from '../../../../shop/orders';

export async function GET(
  _request: Request,
  { params }: RouteContext<'/orders/[id]/status'>,
): Promise<Response> {
  const order = openOrders().find((await params).id);
  if (!order) return Response.json({}, { status: 404 });
  return Response.json({ status: order.status }, { headers: { 'cache-control': 'no-store' } });
}
