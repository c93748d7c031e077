/** Next calls this once, when the server starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startCatchingUp } = await import('./shop/catch-up');
  const { webhookSecrets } = await import('./shop/open-ponte');
  // A malformed one is found out now, not when the first payment is made.
  webhookSecrets();
  startCatchingUp();
}
