import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Encoding, encodingFor } from '../platform/encoding-for.ts';
import { shortHash } from '../platform/hashed-script.ts';

const BROTLI_QUALITY = 6;

/** Created once and served from memory; each encoding, too, when it is first requested. */
export interface DocFile {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
  readonly packed: Map<Encoding, Promise<Buffer>>;
}

export function docFile(type: string, content: string | Buffer): DocFile {
  const body = Buffer.from(content);
  // Weak, since the same page is sent with several encodings.
  return { type, body, etag: `W/"${shortHash(body)}"`, packed: new Map() };
}

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: DocFile,
  cacheControl = 'public, no-cache',
): Promise<FastifyReply> {
  void reply.headers({ etag: file.etag, 'cache-control': cacheControl, vary: 'accept-encoding' });
  if (isKnown(request.headers['if-none-match'], file.etag)) {
    // For an empty body, the framework answers HEAD with length 0, which is not the page's length.
    return reply.code(304).send(request.method === 'HEAD' ? Readable.from([]) : undefined);
  }
  void reply.type(file.type);
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding === undefined) return reply.send(file.body);
  return reply.header('content-encoding', encoding).send(await packedBody(file, encoding));
}

/** Whether the client's copy is current; a proxy may have removed the mark of a weak tag. */
function isKnown(header: string | undefined, etag: string): boolean {
  const known = (header ?? '').split(',').map(opaqueTag);
  return known.includes('*') || known.includes(opaqueTag(etag));
}

function opaqueTag(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

async function packedBody({ body, packed }: DocFile, encoding: Encoding): Promise<Buffer> {
  const ready = packed.get(encoding) ?? pack(body, encoding);
  packed.set(encoding, ready);
  return ready;
}

async function pack(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(body);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return promisify(brotliCompress)(body, { params });
}
