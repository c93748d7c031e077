import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Caps, type Scope as KeyScope, SCOPES } from '../src/api-keys/api-key.ts';
import { createKey } from '../src/api-keys/create-key.ts';
import type { ApiKeyId } from '../src/ids.ts';
import { cents } from '../src/money.ts';
import { isObject } from '../src/platform/json.ts';
import type { TestTenant } from './app.ts';
import type { Scope } from './database.ts';
import type { Gateway } from './gateway.ts';
import { PAYER } from './merchant.ts';
import { until } from './receiver.ts';

export interface ToolReply {
  readonly isError: boolean;
  readonly content: Record<string, unknown>;
}

export interface Agent {
  readonly keyId: ApiKeyId;
  readonly key: string;
  readonly client: Client;
  /** Calls a tool as clients do, with the official client library. */
  tool(name: string, args?: Record<string, unknown>): Promise<ToolReply>;
}

const CAPS = capsOf(10_000, 30_000);

/** Arguments of `request_withdrawal`. */
export const WITHDRAWAL_REQUEST = {
  amountCents: 5_000,
  pixKeyType: 'EMAIL',
  pixKey: 'maria@example.com',
  taxId: PAYER,
  reason: 'Pays the invoice 1042.',
};

export function capsOf(perCallCents: number, perDayCents: number): Caps {
  return { perCallCents: cents(perCallCents), perDayCents: cents(perDayCents) };
}

interface AgentOptions {
  readonly caps?: Caps | null;
  readonly scopes?: readonly KeyScope[];
  /** The node it talks to; by default the gateway's own. */
  readonly url?: string;
}

/** An agent's key in that account, and a connected client that holds it. */
export async function openAgent(
  scope: Scope,
  { app, url: ownUrl }: Gateway,
  { accountId, environment }: TestTenant,
  { caps = CAPS, scopes = SCOPES, url = ownUrl }: AgentOptions = {},
): Promise<Agent> {
  const order = { accountId, mode: environment.mode, scopes, name: 'assistente', agent: { caps } };
  const { id, key } = await createKey(app.db, order);
  const client = await connectClient(scope, url, key);
  return { keyId: id, key, client, tool: (name, args) => callTool(client, name, args) };
}

/** A gateway on an overloaded machine sheds its first requests, so a shed one is repeated. */
export async function connectClient(scope: Scope, url: string, key: string): Promise<Client> {
  const headers = { authorization: `Bearer ${key}`, 'accept-language': 'en' };
  let client: Client | undefined;
  await until(async () => {
    const tried = new Client({ name: 'test', version: '1.0.0' });
    const options = { requestInit: { headers } };
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), options);
    const failure = await tried.connect(transport).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined) client = tried;
    else if (!String(failure).includes('unavailable')) throw failure;
    return client !== undefined;
  }, 30_000);
  assert.ok(client);
  const connected = client;
  scope.after(() => connected.close());
  return connected;
}

/** The result as given in the text; the structured content must be the same. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<ToolReply> {
  const result = await client.callTool({ name, arguments: args });
  const { isError = false, structuredContent, content } = result;
  assert.equal(content.length, 1);
  const [text] = content;
  assert.ok(text?.type === 'text');
  const parsed: unknown = JSON.parse(text.text);
  assert.ok(isObject(parsed));
  // Clients with the protocol's first library validate errors against the schema of results as
  // well.
  assert.deepEqual(structuredContent, isError ? undefined : parsed);
  return { isError, content: parsed };
}
