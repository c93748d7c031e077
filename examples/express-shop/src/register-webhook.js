import { createPonte } from '@ponte/sdk';

/** Registers the shop's address for webhooks, once, and prints the line that .env needs. */
const [url] = process.argv.slice(2);
const { PONTE_URL: baseUrl, PONTE_KEY: apiKey } = process.env;
if (!url || !baseUrl || !apiKey) {
  console.error('npm run -s register-webhook -- http://127.0.0.1:4000/webhooks/ponte');
  console.error('PONTE_URL and PONTE_KEY must be set.');
  process.exit(2);
}
const ponte = createPonte({ baseUrl, apiKey });
const { secret } = await ponte.webhooks.endpoints.create({ url });
console.log(`PONTE_WEBHOOK_SECRET=${secret}`);
