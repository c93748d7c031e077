/** The settings of the shop, all from the environment. None of them ever reaches a browser. */
export function readConfig(env = process.env) {
  return {
    port: Number(env.PORT ?? 4000),
    databasePath: env.SHOP_DATABASE ?? 'shop.db',
    ponteUrl: required(env, 'PONTE_URL'),
    ponteKey: required(env, 'PONTE_KEY'),
    webhookSecrets: secretsOf(required(env, 'PONTE_WEBHOOK_SECRET')),
  };
}

/** Two while a secret is being changed: the new one and, after a comma, the old one. */
function secretsOf(list) {
  const secrets = list.split(/, */);
  if (secrets.every((secret) => /^whsec_[A-Za-z0-9+/]+=*$/.test(secret))) return secrets;
  // Found out now, not when the first payment is made.
  throw new Error('PONTE_WEBHOOK_SECRET is not what register-webhook printed.');
}

function required(env, name) {
  const value = env[name];
  if (!value) throw new Error(`Set ${name}: see the README of this example.`);
  return value;
}
