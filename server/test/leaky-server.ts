import { pino } from 'pino';
import { openHttp } from '../src/platform/http.ts';
import { shedLoad } from '../src/platform/shed.ts';

/** A server that keeps two megabytes of the heap for each request that it handles. */
const kept: string[][] = [];
const http = openHttp(pino({ level: 'silent' }), (routes) => {
  shedLoad(routes, /^\/alive$/, { startingMs: 0, env: process.env });
  routes.get('/alive', async () => ({ fine: true }));
  routes.get('/keep', async () => {
    kept.push(Array.from({ length: 40_000 }, (_, n) => `${String(n)} of ${String(kept.length)}`));
    return { fine: true };
  });
});
console.log(await http.listen({ host: '127.0.0.1', port: 0 }));
