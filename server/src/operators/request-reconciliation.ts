import type { App } from '../app.ts';
import type { Act } from '../audits/audit.ts';
import { recordAct } from '../audits/record-act.ts';
import { type Connection, findLiveAsker } from '../provider/connection.ts';
import { listActive, requestSweep } from '../reconciliation/store.ts';

/** Requests a comparison of all books over the given span. @returns how many connections */
export async function requestReconciliation(app: App, spanMs: number, act: Act): Promise<number> {
  const live: Connection[] = [];
  if (app.config.live && (await findLiveAsker(app.db))) live.push('live');
  const connections = [...live, ...(await listActive(app.db, 'test', spanMs))];
  await app.db.begin(async (tx) => {
    for (const connection of connections) await requestSweep(tx, connection, spanMs);
    await recordAct(tx, { ...act, details: { ...act.details, connections: connections.length } });
  });
  return connections.length;
}
