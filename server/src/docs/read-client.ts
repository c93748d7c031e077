import { fastify } from 'fastify';
import { shortHash } from '../platform/hashed-script.ts';
import { type DocFile, docFile } from './send-file.ts';

/** The API client, and the path of its only file. */
export interface Client {
  readonly path: string;
  readonly file: DocFile;
}

/**
 * The package only provides its script through a plugin that serves it. The script is large, so it
 * is read when it is first requested.
 */
export async function readClient(): Promise<Client> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const http = fastify();
  await http.register(scalar, { routePrefix: '/', configuration: { url: '/openapi.json' } });
  const answer = await http.inject('/js/scalar.js');
  await http.close();
  if (answer.statusCode !== 200) throw new Error('the client of the API cannot be read');
  const file = docFile('text/javascript; charset=utf-8', answer.rawPayload);
  return { path: `/assets/scalar.${shortHash(file.body)}.js`, file };
}
