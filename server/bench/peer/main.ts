/**
 * The deposit path once more, as people commonly write it: Express, an ORM, a transaction per
 * request. It is as careful as ours about money, and fast where that takes no extra thought.
 */
import { createHash } from 'node:crypto';
import express, { type NextFunction, type Request, type Response } from 'express';
import { DataSource } from 'typeorm';
import { endWithParent } from '../../src/platform/parent.ts';
import { createDeposit, DepositOrder } from './create-deposit.ts';
import {
  AccountEntity,
  ApiKeyEntity,
  DepositEntity,
  IdempotencyKeyEntity,
  WalletEntity,
} from './entities.ts';

endWithParent();
const [, , port, , databaseUrl = ''] = process.argv;

const database = await new DataSource({
  type: 'postgres',
  url: databaseUrl,
  entities: [AccountEntity, ApiKeyEntity, WalletEntity, IdempotencyKeyEntity, DepositEntity],
  // As many as an API process of ours has.
  poolSize: 16,
}).initialize();

const app = express();
app.disable('x-powered-by');
app.use(express.json({ limit: '64kb' }));
app.get('/healthz', (_request, response) => void response.json({ ok: true }));

app.post('/v1/api/deposit', authenticate, async (request, response) => {
  const key = request.get('idempotency-key');
  const order = DepositOrder.safeParse(request.body);
  if (key === undefined || !order.success) {
    response.status(400).json({ error: 'invalid_request' });
    return;
  }
  // Set by `authenticate`.
  const accountId = response.locals['accountId'] as string;
  const { status, body } = await createDeposit(database, accountId, key, order.data);
  response.status(status).json(body);
});

app.use((error: Error, _request: Request, response: Response, next: NextFunction) => {
  if (response.headersSent) {
    next(error);
    return;
  }
  process.stderr.write(`${error.message}\n`);
  response.status(500).json({ error: 'internal_error' });
});

app.listen(Number(port), '127.0.0.1');

async function authenticate(
  request: Request,
  response: Response,
  next: NextFunction,
): Promise<void> {
  const token = /^Bearer (.+)$/.exec(request.get('authorization') ?? '')?.[1] ?? '';
  const apiKey = await database.manager.findOne(ApiKeyEntity, {
    where: { secretHash: createHash('sha256').update(token).digest('hex') },
    relations: { account: true },
  });
  if (!apiKey || apiKey.revokedAt !== null) {
    response.status(401).json({ error: 'unauthorized' });
    return;
  }
  response.locals['accountId'] = apiKey.account.id;
  next();
}
