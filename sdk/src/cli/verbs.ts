import { complete, SHELLS } from './complete.ts';
import { events } from './events.ts';
import { listen } from './listen.ts';
import { login, logout, whoami } from './login.ts';
import { logs } from './logs.ts';
import { createDeposit, showBalance, showDeposit, showWithdrawal, withdraw } from './orders.ts';
import { replay } from './replay.ts';
import { clock, trigger } from './trigger.ts';
import type { Verb } from './verb.ts';
import { verify } from './verify.ts';

/** All commands; parsing, help and completion are generated from this table. */
export const VERBS: readonly Verb[] = [
  {
    name: 'login',
    takes: [],
    options: ['url', 'profile'],
    help: { pt: 'guarda o acesso a um gateway', en: 'save the address and the key of a gateway' },
    more: {
      pt: 'A chave é pedida sem aparecer, ou lida da entrada padrão ou de PONTE_API_KEY.',
      en: 'The key is typed without an echo, or read from standard input or PONTE_API_KEY.',
    },
    run: login,
  },
  {
    name: 'logout',
    takes: [],
    options: ['profile'],
    help: { pt: 'apaga o acesso guardado', en: 'delete a saved profile' },
    run: logout,
  },
  {
    name: 'whoami',
    takes: [],
    options: ['profile'],
    help: {
      pt: 'mostra o acesso em uso, e o confere',
      en: 'show the profile in use, and check it',
    },
    run: whoami,
  },
  {
    name: 'listen',
    takes: [],
    options: ['forward-to', 'events', 'name', 'live', 'profile'],
    help: {
      pt: 'entrega os eventos da conta a um receptor local',
      en: "forward the account's events to a local receiver",
    },
    more: {
      pt: 'Reenvios e replays também chegam. O segredo é o mesmo a cada vez; nada se perde entre uma e outra.',
      en: 'Resends and replays arrive too. The secret is the same each time; nothing is lost in between.',
    },
    run: listen,
  },
  {
    name: 'trigger',
    takes: ['[CASE]'],
    options: ['list', 'profile'],
    help: { pt: 'faz um caso acontecer no sandbox', en: 'make a case happen in the sandbox' },
    run: trigger,
  },
  {
    name: 'clock',
    takes: ['[DURATION]'],
    options: ['profile'],
    help: {
      pt: 'mostra ou adianta o relógio do sandbox: 20m, 3d, PT1H30M',
      en: "show the sandbox's clock, or put it forward: 20m, 3d, PT1H30M",
    },
    run: clock,
  },
  {
    name: 'events',
    takes: [],
    options: ['after', 'since', 'follow', 'profile'],
    help: { pt: 'mostra o diário de eventos', en: 'show the journal of events' },
    run: events,
  },
  {
    name: 'replay',
    takes: [],
    options: ['since', 'endpoint', 'name', 'profile'],
    help: { pt: 'envia eventos de novo', en: 'send events again' },
    run: replay,
  },
  {
    name: 'verify',
    takes: ['FILE'],
    options: ['secret', 'tolerance'],
    help: {
      pt: 'diz se um webhook guardado é autêntico, e o que há de errado',
      en: 'say whether a saved webhook is genuine, and what is wrong with it',
    },
    more: {
      pt: 'FILE: cabeçalhos, uma linha vazia e o corpo exato; ou JSON com headers e body; - é a entrada padrão.\nO segredo vem de --secret, PONTE_WEBHOOK_SECRET, da entrada padrão ou é pedido.',
      en: 'FILE: headers, an empty line and the exact body; or JSON with headers and body; - is standard input.\nThe secret comes from --secret, PONTE_WEBHOOK_SECRET or standard input, or is asked for.',
    },
    offers: 'files',
    run: verify,
  },
  {
    name: 'logs',
    takes: [],
    options: ['follow', 'status', 'limit', 'profile'],
    help: { pt: 'mostra as requisições das chaves', en: 'show the requests of the keys' },
    run: logs,
  },
  {
    name: 'deposits create',
    takes: [],
    options: ['amount', 'tax-id', 'idempotency-key', 'profile'],
    help: { pt: 'cria um depósito', en: 'create a deposit' },
    run: createDeposit,
  },
  {
    name: 'deposits status',
    takes: ['ID'],
    options: ['profile'],
    help: { pt: 'mostra um depósito', en: 'show a deposit' },
    run: showDeposit,
  },
  {
    name: 'withdrawals create',
    takes: [],
    options: ['amount', 'tax-id', 'pix-key', 'pix-key-type', 'idempotency-key', 'profile'],
    help: { pt: 'cria um saque', en: 'create a withdrawal' },
    run: withdraw,
  },
  {
    name: 'withdrawals status',
    takes: ['ID'],
    options: ['profile'],
    help: { pt: 'mostra um saque', en: 'show a withdrawal' },
    run: showWithdrawal,
  },
  {
    name: 'balance',
    takes: [],
    options: ['profile'],
    help: { pt: 'mostra o saldo', en: 'show the balance' },
    run: showBalance,
  },
  {
    name: 'completion',
    takes: ['SHELL'],
    options: [],
    help: {
      pt: 'imprime o script de completar para bash, zsh ou fish',
      en: 'print completion for bash, zsh or fish',
    },
    more: {
      pt: 'bash: source <(ponte completion bash)\nzsh:  source <(ponte completion zsh)\nfish: ponte completion fish | source',
      en: 'bash: source <(ponte completion bash)\nzsh:  source <(ponte completion zsh)\nfish: ponte completion fish | source',
    },
    offers: SHELLS,
    run: complete,
  },
];
