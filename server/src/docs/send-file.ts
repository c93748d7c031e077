import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Encoding, encodingFor } from '../platform/encoding-for.ts';
import { cachePromise } from '../platform/cache-promise.ts';
import { shortHash } from '../platform/hashed-script.ts';

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** Created once and served from memory; each encoding, too, when it is first requested. */
export interface DocFile {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
  readonly packed: Readonly<Record<Encoding, () => Promise<Buffer>>>;
}

export function docFile(type: string, content: string | Buffer): DocFile {
  const body = Buffer.from(content);
  return {
    type,
    body,
    // Weak, since the same page is sent with several encodings.
    etag: `W/"${shortHash(body)}"`,
    packed: {
      br: cachePromise(() => promisify(brotliCompress)(body, BROTLI)),
      gzip: cachePromise(() => promisify(gzip)(body)),
    },
  };
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
  return reply.header('content-encoding', encoding).send(await file.packed[encoding]());
}

/** Whether the client's copy is current; a proxy may have removed the mark of a weak tag. */
function isKnown(header: string | undefined, etag: string): boolean {
  const known = (header ?? '').split(',').map(opaqueTag);
  return known.includes('*') || known.includes(opaqueTag(etag));
}

function opaqueTag(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}
