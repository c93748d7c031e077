import { z } from 'zod';

const Charge = z.object({
  response: z.object({ id: z.string().min(8), qrCopyPaste: z.string().min(1) }),
});

const [, , , providerUrl = ''] = process.argv;

export async function createCharge(
  amountInCents: number,
  taxId: string,
  depixAddress: string,
): Promise<z.infer<typeof Charge>['response']> {
  const response = await fetch(`${providerUrl}/deposit`, {
    method: 'POST',
    headers: { authorization: 'Bearer bench', 'content-type': 'application/json' },
    body: JSON.stringify({ amountInCents, endUserTaxNumber: taxId, depixAddress }),
    signal: AbortSignal.timeout(20_000),
  });
  if (!response.ok) throw new Error(`the provider answered ${String(response.status)}`);
  return Charge.parse(await response.json()).response;
}
