import { createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { Scope } from './database.ts';
import { listen } from './listen.ts';

/**
 * A pooler in transaction mode, stricter than any real one: each transaction gets the session that
 * has been idle longest, so that no session state is there the next time. Like PgBouncer 1.18 it
 * refuses unknown startup parameters and has no prepared statements.
 */
export interface Pooler {
  readonly url: string;
  /** What clients did that a pooler in transaction mode does not allow. */
  readonly offences: readonly string[];
  /** How many transactions went through, and over how many sessions. */
  readonly count: { transactions: number; readonly sessions: number };
  /**
   * The state that sessions still have: settings, statements, locks, listeners, temporary tables.
   */
  remembered(): Promise<string[]>;
}

const KNOWN_PARAMETERS = new Set([
  'user',
  'database',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
  'application_name',
]);
const SSL_REQUEST = 80_877_103;
const IDLE = 'I'.charCodeAt(0);

/** One session of the database, lent to one transaction at a time. */
interface Session {
  readonly client: pg.Client;
  readonly socket: Duplex;
  /** Receives what the server says while somebody has the session. */
  take: ((message: Buffer) => void) | undefined;
}

export async function openPooler(scope: Scope, databaseUrl: string, sessions = 6): Promise<Pooler> {
  const offences: string[] = [];
  const count = { transactions: 0, sessions };
  const open = await Promise.all(Array.from({ length: sessions }, () => openSession(databaseUrl)));
  const rested = [...open];
  const waiting: ((session: Session) => void)[] = [];
  const lend = async (): Promise<Session> => {
    count.transactions += 1;
    return rested.shift() ?? new Promise((resolve) => waiting.push(resolve));
  };
  const giveBack = (session: Session): void => {
    session.take = undefined;
    const next = waiting.shift();
    if (next) next(session);
    else rested.push(session);
  };
  const sockets = new Set<Duplex>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    serve(socket, { lend, giveBack, offend: (what) => offences.push(what) });
  });
  const port = await listen(server);
  scope.after(() => {
    for (const socket of [...sockets, ...open.map((session) => session.socket)]) socket.destroy();
    server.close();
  });
  const url = new URL(databaseUrl);
  url.port = String(port);
  url.password = 'anything';
  return {
    url: url.href,
    offences,
    count,
    remembered: async () => {
      const found = await Promise.all(rested.map((session) => whatIsLeft(session)));
      if (found.length < sessions) return ['a session was not given back'];
      return found.flat();
    },
  };
}

/** Signs in as any client does, and then takes over the wire. */
async function openSession(databaseUrl: string): Promise<Session> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  const { stream: socket } = client.connection;
  socket.removeAllListeners('data');
  socket.on('error', () => undefined);
  const session: Session = { client, socket, take: undefined };
  const split = splitter(false);
  socket.on('data', (chunk) => {
    for (const message of split(chunk)) session.take?.(message);
  });
  return session;
}

interface Lender {
  readonly lend: () => Promise<Session>;
  readonly giveBack: (session: Session) => void;
  readonly offend: (what: string) => void;
}

function serve(socket: Socket, { lend, giveBack, offend }: Lender): void {
  const split = splitter(true);
  let session: Session | undefined;
  let asked = false;
  let queue: Buffer[] = [];
  let hasStarted = false;

  const returnSession = (): void => {
    if (session) giveBack(session);
    session = undefined;
  };
  const forward = async (message: Buffer): Promise<void> => {
    if (session) {
      session.socket.write(message);
      return;
    }
    queue.push(message);
    if (asked) return;
    asked = true;
    const lent = await lend();
    asked = false;
    session = lent;
    lent.take = (answer) => {
      socket.write(answer);
      if (answer[0] === READY && answer[5] === IDLE) returnSession();
    };
    const waiting = queue;
    queue = [];
    for (const waited of waiting) lent.socket.write(waited);
  };
  const start = (message: Buffer): void => {
    if (message.readInt32BE(4) === SSL_REQUEST) {
      socket.write('N');
      return;
    }
    hasStarted = true;
    split.named();
    greet(socket, message, offend);
  };
  socket.on('data', (chunk) => {
    for (const message of split(chunk)) {
      if (!hasStarted) start(message);
      else if (message[0] === TERMINATE) socket.end();
      else {
        const offence = offenceIn(message);
        if (offence) offend(offence);
        void forward(message);
      }
    }
  });
  // If a client leaves in mid-transaction, the session rolls back before it is lent on.
  socket.on('close', () => {
    if (!session) return;
    const left = session;
    left.take = (answer) => {
      if (answer[0] === READY) giveBack(left);
    };
    left.socket.write(query('rollback'));
  });
}

function greet(socket: Socket, startup: Buffer, offend: Lender['offend']): void {
  const unknown = parametersOf(startup).find((name) => !KNOWN_PARAMETERS.has(name.toLowerCase()));
  if (unknown === undefined) {
    socket.write(GREETING);
    return;
  }
  offend(`startup parameter ${unknown}`);
  socket.end(refusal(`unsupported startup parameter: ${unknown}`));
}

const READY = 'Z'.charCodeAt(0);
const TERMINATE = 'X'.charCodeAt(0);
const GREETING = Buffer.concat([
  typed('R', int32(0)),
  typed('S', Buffer.from('server_version\x0015.0\0')),
  typed('S', Buffer.from('client_encoding\0UTF8\0')),
  typed('S', Buffer.from('DateStyle\0ISO, MDY\0')),
  typed('S', Buffer.from('integer_datetimes\0on\0')),
  typed('K', Buffer.concat([int32(1), int32(1)])),
  typed('Z', Buffer.from('I')),
]);

const SESSION_WORDS =
  /^\s*(?:set\s+(?!local)|listen\b|prepare\b|declare\b|load\b|create\s+temp)|pg_(?:try_)?advisory_lock(?:_shared)?\s*\(|set_config\s*\([^)]*,\s*false/i;

/** What a message asks for that would have to outlive its transaction. */
function offenceIn(message: Buffer): string | undefined {
  const type = String.fromCharCode(message[0] ?? 0);
  if (type !== 'P' && type !== 'Q') return undefined;
  const text = message.subarray(5).toString();
  const [name = '', statement = ''] = type === 'P' ? text.split('\0') : ['', text];
  if (name !== '') return `named statement ${name}: ${statement.slice(0, 80)}`;
  return SESSION_WORDS.test(statement) ? `session state: ${statement.slice(0, 80)}` : undefined;
}

/** The state of a session that nobody has. */
async function whatIsLeft(session: Session): Promise<string[]> {
  const seen: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  session.take = (message) => {
    if (message[0] === 'D'.charCodeAt(0)) seen.push(message.subarray(11).toString());
    if (message[0] === READY) resolve();
  };
  session.socket.write(
    query(`select 'setting ' || name from pg_settings where source = 'session'
      union all select 'statement ' || name from pg_prepared_statements
      union all select 'cursor ' || name from pg_cursors where name <> ''
      union all select 'lock ' || objid from pg_locks
        where locktype = 'advisory' and pid = pg_backend_pid()
      union all select 'listener ' || channel from pg_listening_channels() as channel
      union all select 'temporary table ' || oid from pg_class
        where relnamespace = pg_my_temp_schema() and relkind = 'r'`),
  );
  await promise;
  session.take = undefined;
  return seen;
}

/** Splits a stream into messages; a client's first ones have no type. */
function splitter(untyped: boolean): ((chunk: Buffer) => Buffer[]) & { named(): void } {
  let rest: Buffer = Buffer.alloc(0);
  let head = untyped ? 0 : 1;
  const split = (chunk: Buffer): Buffer[] => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const messages: Buffer[] = [];
    while (rest.length >= head + 4) {
      const end = head + rest.readInt32BE(head);
      if (rest.length < end) break;
      messages.push(rest.subarray(0, end));
      rest = rest.subarray(end);
      // Whether the next one has a type is known only when this one has been examined.
      if (head === 0) break;
    }
    return messages;
  };
  return Object.assign(split, { named: () => void (head = 1) });
}

function parametersOf(startup: Buffer): string[] {
  const words = startup.subarray(8).toString().split('\0');
  return words.filter((word, index) => index % 2 === 0 && word !== '');
}

function refusal(text: string): Buffer {
  return typed('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${text}\0\0`));
}

function query(statement: string): Buffer {
  return typed('Q', Buffer.from(`${statement}\0`));
}

function typed(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
