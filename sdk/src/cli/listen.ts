import { isPonteError, type Listener, type TakenDelivery } from '../index.ts';
import { accessOf, modeOf, open } from './connect.ts';
import type { Forwarded } from './forward.ts';
import { forwardDeliveries, type Forwarding } from './forward-deliveries.ts';
import { type Opened, openListener } from './listener.ts';
import { openReporter } from './report-results.ts';
import { type Call, optional, required } from './verb.ts';
import { CliError, UsageError } from './words.ts';

/** Receivers reject signatures older than five minutes; this warns well before. */
const SKEW_MS = 60_000;

/** Forwards the account's events to a receiver on this machine, until it is interrupted. */
export async function listen(call: Call): Promise<void> {
  const to = receiverOf(call);
  const order = { name: nameOf(call), events: kindsOf(call) };
  const access = await accessOf(call);
  if (modeOf(access.apiKey) === 'live' && call.values.live !== true) {
    throw new UsageError(ASKS_LIVE);
  }
  // One attempt per call: trouble is reported when it begins, and lasts as long as it lasts.
  const ponte = open(access, call.terminal.config, 1);
  const stop = new AbortController();
  call.terminal.onInterrupt(() => stop.abort());
  const { signal } = stop;
  const reporter = openReporter(ponte);
  let known: Listener | undefined;
  const { printer } = call;
  const forwarding: Forwarding = {
    ponte,
    printer,
    to,
    reporter,
    signal,
    open: async () => {
      const opened = await openListener(ponte, order, signal);
      if (opened.listener.secret !== known?.secret) announce(call, opened, to);
      known = opened.listener;
      noteMissed(call, opened.listener);
      return opened;
    },
    show: (delivery, forwarded) => show(call, delivery, forwarded),
  };
  try {
    await forwardDeliveries(forwarding);
  } catch (error) {
    if (!signal.aborted) throw explained(error);
  } finally {
    stop.abort();
    await reporter.close();
  }
}

function receiverOf(call: Call): URL {
  const text = required(call, 'forward-to');
  // A port or a host alone means this machine.
  const spelled = /^\d{1,5}$/.test(text) ? `localhost:${text}` : text;
  const url = /^[a-z]+:\/\//i.test(spelled) ? spelled : `http://${spelled}`;
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url);
  throw new UsageError({
    pt: `"${text}" não é o endereço de um receptor, como http://localhost:8080/webhooks.`,
    en: `"${text}" is no address of a receiver, such as http://localhost:8080/webhooks.`,
  });
}

export function nameOf(call: Call): string {
  const name = optional(call, 'name') ?? call.terminal.config.machine;
  if (/^[A-Za-z0-9]([A-Za-z0-9._-]{0,58}[A-Za-z0-9])?$/.test(name)) return name;
  throw new UsageError({
    pt: 'Um nome de listener tem até 60 letras, números, pontos e traços.',
    en: 'The name of a listener has up to 60 letters, digits, dots and dashes.',
  });
}

function kindsOf(call: Call): string[] | undefined {
  const kinds = optional(call, 'events')
    ?.split(',')
    .map((kind) => kind.trim());
  return kinds?.filter((kind) => kind !== '');
}

function announce({ printer }: Call, { listener, aheadMs }: Opened, to: URL): void {
  const { id, name, endpointId, events, secret } = listener;
  const facts = { listening: true, id, name, endpointId, events, secret, forwardTo: to.href };
  printer.answer(
    facts,
    printer.say({
      pt: `"${name}" escuta e entrega em ${to.href}\nSegredo para conferir as assinaturas: ${secret}\nCtrl-C encerra.`,
      en: `"${name}" is listening and forwards to ${to.href}\nSecret to verify signatures with: ${secret}\nCtrl-C stops it.`,
    }),
  );
  if (aheadMs === undefined || Math.abs(aheadMs) < SKEW_MS) return;
  const seconds = String(Math.round(aheadMs / 1_000));
  const words = {
    pt: `O relógio desta máquina difere do gateway em ${seconds} s: acerte-o, ou o receptor recusará as assinaturas.`,
    en: `This machine's clock differs from the gateway's by ${seconds} s: set it, or the receiver will refuse the signatures.`,
  };
  printer.note('clock_skew', words, { aheadMs });
}

/** After days away, the listener was disabled, and events since then were not kept for it. */
function noteMissed({ printer }: Call, { missedSince, endpointId }: Listener): void {
  if (missedSince === null) return;
  const command = `ponte replay --since ${missedSince} --endpoint ${endpointId}`;
  const words = {
    pt: `Ninguém o rodou desde ${missedSince}. Para receber o que houve desde então: ${command}`,
    en: `Nobody ran it since ${missedSince}. To get what happened since: ${command}`,
  };
  printer.note('missed', words, { missedSince, endpointId });
}

function show({ printer }: Call, delivery: TakenDelivery, forwarded: Forwarded): void {
  const { responseStatus, durationMs, error, location } = forwarded;
  const { id, event, attempt } = delivery;
  const eventId = delivery.headers.find(({ name }) => name === 'webhook-id')?.value ?? '';
  const at = new Date().toISOString();
  const facts = { at, event, eventId, deliveryId: id, attempt };
  const result = responseStatus === null ? (error ?? '-') : String(responseStatus);
  const again = attempt > 1 ? ` #${String(attempt)}` : '';
  const moved = location === undefined ? '' : `  -> ${location}`;
  printer.answer(
    { ...facts, status: responseStatus, durationMs, error, ...(location && { location }) },
    `${at}  ${event.padEnd(20)}  ${result}  ${String(durationMs)} ms  ${eventId}${again}${moved}`,
  );
}

function explained(error: unknown): unknown {
  if (!isPonteError(error) || error.code !== 'unauthorized') return error;
  return new CliError('unauthorized', {
    pt: 'A chave de API foi revogada, venceu ou não existe: rode ponte login. O que não foi entregue espera por ela.',
    en: 'The API key was revoked, has expired or does not exist: run ponte login. What was not delivered waits.',
  });
}

const ASKS_LIVE = {
  pt: 'Esta é uma chave de produção: com --live os eventos reais da conta virão a esta máquina.',
  en: "This is a live key: with --live the account's real events will come to this machine.",
};
