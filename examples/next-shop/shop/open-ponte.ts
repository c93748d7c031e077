import { createPonte, type Ponte } from '@ponte/sdk';

let ponte: Ponte | undefined;

/** On the server alone: the key must never be in what a browser loads. */
export function openPonte(): Ponte {
  ponte ??= createPonte({ baseUrl: setting('PONTE_URL'), apiKey: setting('PONTE_KEY') });
  return ponte;
}

/** Two while a secret is being changed: the new one and, after a comma, the old one. */
export function webhookSecrets(): string[] {
  const secrets = setting('PONTE_WEBHOOK_SECRET').split(/, */);
  if (secrets.every((secret) => /^whsec_[A-Za-z0-9+/]+=*$/.test(secret))) return secrets;
  throw new Error('PONTE_WEBHOOK_SECRET is not what register-webhook printed.');
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name}: see the README of this example.`);
  return value;
}
