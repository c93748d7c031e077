import { accessOf, modeOf, open, shortKey } from './connect.ts';
import { columns } from './print.ts';
import { DEFAULT_PROFILE, type Profile, readProfiles, writeProfiles } from './profiles.ts';
import { type Call, optional } from './verb.ts';
import { CliError, UsageError } from './words.ts';

/** Saves a profile after a call has verified it. */
export async function login(call: Call): Promise<void> {
  const { terminal, printer } = call;
  const name = nameOf(call);
  const url = await urlOf(call);
  const profile = { url, apiKey: await keyOf(call) };
  await prove(call, profile);
  if (isOpenTo(url)) printer.note('unencrypted', UNENCRYPTED, { url });
  const { directory } = terminal.config;
  const profiles = await readProfiles(directory);
  const path = await writeProfiles(directory, { ...profiles, [name]: profile });
  const isNamed = optional(call, 'profile') !== undefined;
  if (!isNamed && terminal.config.apiKey !== undefined) printer.note('environment_first', FIRST);
  const mode = modeOf(profile.apiKey) ?? null;
  const text = printer.say({
    pt: `Acesso "${name}" (${mode ?? '?'}) a ${url} guardado em ${path}.`,
    en: `Profile "${name}" (${mode ?? '?'}) for ${url} is saved in ${path}.`,
  });
  printer.answer({ profile: name, url, mode, key: shortKey(profile.apiKey), path }, text);
}

export async function logout(call: Call): Promise<void> {
  const { terminal, printer } = call;
  const name = nameOf(call);
  const { directory } = terminal.config;
  const profiles = await readProfiles(directory);
  if (!Object.hasOwn(profiles, name)) {
    throw new CliError('not_logged_in', {
      pt: `Não há acesso "${name}".`,
      en: `There is no profile "${name}".`,
    });
  }
  const others = Object.entries(profiles).filter(([known]) => known !== name);
  await writeProfiles(directory, Object.fromEntries(others));
  const text = printer.say({
    pt: `Acesso "${name}" apagado desta máquina. A chave continua válida até ser revogada no painel.`,
    en: `Profile "${name}" is deleted from this machine. The key stays valid until it is revoked.`,
  });
  printer.answer({ profile: name, removed: true }, text);
}

export async function whoami(call: Call): Promise<void> {
  const { printer } = call;
  const { from, ...access } = await accessOf(call);
  await prove(call, access);
  const mode = modeOf(access.apiKey) ?? null;
  const key = shortKey(access.apiKey);
  const { say } = printer;
  const text = columns([
    [say({ pt: 'acesso', en: 'profile' }), from],
    [say({ pt: 'gateway', en: 'gateway' }), access.url],
    [say({ pt: 'modo', en: 'mode' }), mode],
    [say({ pt: 'chave', en: 'key' }), key],
  ]);
  printer.answer({ profile: from, url: access.url, mode, key }, text);
}

/** Any valid key may read the fees. */
async function prove(call: Call, profile: Profile): Promise<void> {
  await open(profile, call.terminal.config).fees.get();
}

function nameOf(call: Call): string {
  const name = optional(call, 'profile') ?? DEFAULT_PROFILE;
  if (/^[\w.-]{1,60}$/.test(name) && name !== '__proto__') return name;
  throw new UsageError({
    pt: 'Um nome de acesso tem letras, números, pontos e traços.',
    en: 'The name of a profile has letters, digits, dots and dashes.',
  });
}

async function urlOf(call: Call): Promise<string> {
  const { terminal, printer } = call;
  const given = optional(call, 'url') ?? terminal.config.url;
  if (given !== undefined) return given;
  if (!terminal.canAsk) throw new UsageError({ pt: 'Falta --url.', en: '--url is missing.' });
  const question = printer.say({ pt: 'Endereço do gateway: ', en: 'Address of the gateway: ' });
  return terminal.ask(question, false);
}

/** Never an option: the process list and the shell's history would show it. */
async function keyOf({ terminal, printer }: Call): Promise<string> {
  if (terminal.config.apiKey !== undefined) return terminal.config.apiKey;
  const question = printer.say({
    pt: 'Chave de API (não aparece): ',
    en: 'API key (is not shown): ',
  });
  const key = terminal.canAsk
    ? await terminal.ask(question, true)
    : (await terminal.readInput()).trim();
  if (key !== '') return key;
  throw new UsageError({
    pt: 'Falta a chave: digite-a, mande-a pela entrada padrão ou defina PONTE_API_KEY.',
    en: 'The key is missing: type it, send it on standard input or set PONTE_API_KEY.',
  });
}

/** Whether others could read the traffic; traffic within this machine is safe. */
function isOpenTo(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

const FIRST = {
  pt: 'PONTE_API_KEY está definida e vale antes do acesso guardado: remova-a para usar o guardado.',
  en: 'PONTE_API_KEY is set and takes precedence over the saved profile: unset it to use the profile.',
};

const UNENCRYPTED = {
  pt: 'Atenção: http:// manda a chave sem cifra pela rede. Use https://.',
  en: 'Warning: http:// sends the key over the network unencrypted. Use https://.',
};
