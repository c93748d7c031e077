'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import type { OrderStatus } from '../../../shop/orders';

const FINAL: readonly OrderStatus[] = ['refused', 'refunded'];

/** Asks the shop how the order stands, and has the page drawn anew when that changes. */
export function LiveStatus({ id, status }: { id: string; status: OrderStatus }) {
  const router = useRouter();
  useEffect(() => {
    if (FINAL.includes(status)) return undefined;
    const everyMs = status === 'new' || status === 'waiting' ? 1_500 : 15_000;
    const timer = setInterval(() => {
      void fetch(`/orders/${id}/status`)
        .then((answer) => answer.json())
        .then((now: { status?: OrderStatus }) => {
          if (now.status && now.status !== status) router.refresh();
        })
        // The next look may come through.
        .catch(() => undefined);
    }, everyMs);
    return () => clearInterval(timer);
  }, [id, status, router]);
  return null;
}
