import { accessOf, open, type Ponte, timeOf } from './connect.ts';
import { nameOf } from './listen.ts';
import { type Call, momentOf, optional, required } from './verb.ts';
import { CliError } from './words.ts';

/** Has events since a moment sent again. */
export async function replay(call: Call): Promise<void> {
  const moment = momentOf(required(call, 'since'));
  const access = await accessOf(call);
  const ponte = open(access, call.terminal.config);
  const endpointId = optional(call, 'endpoint') ?? (await findOwnEndpoint(call, ponte));
  const since = await timeOf(moment, access, ponte);
  const { deliveries } = await ponte.webhooks.endpoints.replay(endpointId, { since });
  const count = String(deliveries);
  const text = call.printer.say({
    pt: `${count} eventos desde ${since.toISOString()} vão de novo para ${endpointId}.`,
    en: `${count} events since ${since.toISOString()} go out again to ${endpointId}.`,
  });
  call.printer.answer({ endpointId, since: since.toISOString(), deliveries }, text);
}

async function findOwnEndpoint(call: Call, ponte: Ponte): Promise<string> {
  const name = nameOf(call);
  for await (const { id, url } of ponte.webhooks.endpoints.list()) {
    if (url === `listener://${name}`) return id;
  }
  throw new CliError('not_found', {
    pt: `Não há listener "${name}"; diga qual endpoint com --endpoint.`,
    en: `There is no listener "${name}"; say which endpoint with --endpoint.`,
  });
}
