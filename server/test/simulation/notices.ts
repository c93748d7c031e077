/** The provider's notices on their way to us: lost, duplicated, reordered, forged, and repeated. */
import { fileNotice } from './memory/inbox.ts';
import type { NoticeKind } from '../../src/provider/inbox.ts';
import { type LedgerCharge, type LedgerPayout, liveOn } from './ledger.ts';
import type { Server, Surroundings } from './servers.ts';
import { moment, nobody, note } from './world.ts';

interface News {
  readonly mode: 'test' | 'live';
  readonly kind: NoticeKind;
  readonly body: Readonly<Record<string, unknown>>;
  /** Repeated until it is filed: no look would find it. */
  readonly sure: boolean;
}

/** Advances a charge or payout. */
export function moveLedger(around: Surroundings, servers: readonly Server[]): void {
  const { world, ledger } = around;
  const all = [...ledger.charges, ...ledger.payouts];
  const one = all[world.random.integer(0, all.length - 1)];
  if (!one) return;
  if ('med' in one) moveCharge(around, servers, one);
  else movePayout(around, servers, one);
}

export function moveCharge(
  around: Surroundings,
  servers: readonly Server[],
  charge: LedgerCharge,
): boolean {
  const { ref, mode } = charge;
  const sure = around.isClosed(ref);
  if (liveOn(charge)) {
    note(around.world, nobody, `charge ${ref} is ${charge.status}`);
    const body = { qrId: ref, status: charge.status };
    tell(around, servers, { mode, kind: 'deposit', body, sure });
    return true;
  }
  if (charge.status !== 'depix_sent' || !charge.isDisputed || charge.med) return false;
  charge.med = true;
  note(around.world, nobody, `charge ${ref} is disputed`);
  tell(around, servers, { mode, kind: 'med', body: { qrId: ref }, sure: true });
  return true;
}

export function movePayout(
  around: Surroundings,
  servers: readonly Server[],
  payout: LedgerPayout,
): boolean {
  // Nobody funds an address that nobody was shown.
  const next = around.isShown(payout.ref) ? payout.life.shift() : undefined;
  if (next === undefined) return false;
  payout.status = next;
  const { ref, mode } = payout;
  note(around.world, nobody, `payout ${ref} is ${next}`);
  const body = { id: ref, status: next };
  tell(around, servers, { mode, kind: 'withdraw', body, sure: around.isClosed(ref) });
  return true;
}

function tell(around: Surroundings, servers: readonly Server[], news: News): void {
  const { faults, world, ledger } = around;
  if (news.sure || !faults.strikes('noticeLost')) send(around, servers, news);
  if (faults.strikes('noticeTwice')) send(around, servers, news);
  if (!faults.strikes('noticeForged')) return;
  const charge = ledger.charges[world.random.integer(0, ledger.charges.length - 1)];
  const qrId = charge && world.random.fraction() < 0.7 ? charge.ref : 'f'.repeat(32);
  const word = FORGED[world.random.integer(0, FORGED.length - 1)];
  // Most likely something that soon becomes true, so that the genuine notice finds itself filed
  // already.
  const status = charge && world.random.fraction() < 0.6 ? (charge.life[0] ?? word) : word;
  send(around, servers, { mode: news.mode, kind: 'deposit', sure: false, body: { qrId, status } });
}

/** Claimed of charges for which they may be false: only what is read back counts. */
const FORGED = ['pending', 'depix_sent', 'refunded', 'expired', 'no such word'];

/** Sends it, and where it must be filed repeats it until one of our servers has filed it. */
function send(around: Surroundings, servers: readonly Server[], news: News): void {
  const { world } = around;
  const again = (): void => {
    if (news.sure || world.random.fraction() < 0.5) send(around, servers, news);
  };
  void moment(world, nobody, `notice ${news.kind} arrives`, () => {
    const apis = servers.filter(({ role }) => role === 'api');
    const server = apis[world.random.integer(0, apis.length - 1)];
    if (!server) return;
    world.place(server.process);
    file(server, news, again);
  });
}

/** What the provider's route does with it; the route knows only whether it could be filed. */
function file({ app, waiting }: Server, { mode, kind, body }: News, again: () => void): void {
  waiting.add(again);
  void fileNotice(app, mode, kind, body)
    .catch(again)
    .finally(() => waiting.delete(again));
}
