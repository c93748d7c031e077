import { readConfig } from '../../../sdk/src/cli/config.ts';
import { speak, type Words } from '../../../sdk/src/cli/words.ts';
import type { Answer, CommandSet } from '../command.ts';
import type { Config } from '../config.ts';
import type { ChainProof } from './proof.ts';
import { type Reading, readProof } from './read-proof.ts';
import { CHECKS, isValid, type Verdicts, verifyProof } from './verify-proof.ts';

export const proofCommands = {
  'verify-proof': {
    on: 'file',
    usage: 'FILE',
    help: "verify a payment's proof; exits with 1 unless everything is proven",
    run: (path, _options, config) => verify(path, config),
  },
} as const satisfies CommandSet;

/** Whoever verifies a proof may not be an operator, so messages are in the configured language. */
const say = speak(readConfig().language);

async function verify(path: string, { depixAssetId }: Config): Promise<Answer> {
  const reading = await readProof(path);
  if (reading.kind !== 'proof') {
    return { json: { valid: false }, text: say(wordsOf(reading)), unreadable: true };
  }
  const { proof } = reading;
  const mode = proof.network === 'liquid' ? 'live' : 'test';
  const checks = await verifyProof(proof, depixAssetId[mode]);
  const valid = isValid(checks);
  const { network, depositId, txid, vout, address, asset, amount, amountCents } = proof;
  return {
    json: { valid, checks, network, depositId, txid, vout, address, asset, amount, amountCents },
    text: [say(verdictOf(checks)), ...linesOf(proof, checks), say(NO_BLOCK)].join('\n'),
    failed: !valid,
  };
}

function wordsOf(reading: Exclude<Reading, { kind: 'proof' }>): Words {
  switch (reading.kind) {
    case 'absent':
      return { pt: 'O arquivo não existe.', en: 'There is no such file.' };
    case 'refusal':
      return {
        pt: `O arquivo não contém uma prova, e sim um erro da API: ${reading.message}`,
        en: `The file does not contain a proof, but an API error: ${reading.message}`,
      };
    case 'other':
      return {
        pt: 'O arquivo não contém uma prova que este comando saiba ler.',
        en: 'The file does not contain a proof that this command can read.',
      };
  }
}

function verdictOf(checks: Verdicts): Words {
  if (isValid(checks)) return { pt: 'A prova é válida.', en: 'The proof is valid.' };
  if (CHECKS.some((name) => checks[name] === false)) {
    return { pt: 'A prova NÃO é válida.', en: 'The proof is NOT valid.' };
  }
  return {
    pt: 'A prova não mostra o que foi pago, só a quem.',
    en: 'The proof does not show what was paid, only to whom.',
  };
}

function linesOf(proof: ChainProof, checks: Verdicts): string[] {
  const claims = claimsOf(proof);
  return CHECKS.map((name) => `  ${signOf(checks[name])} ${say(claims[name])}`);
}

function signOf(ok: boolean | null): string {
  if (ok === null) return '?';
  return ok ? '✔' : '✖';
}

function claimsOf({ txid, vout, address, asset, amount }: ChainProof) {
  const units = amount === null ? undefined : decimalOf(amount);
  return {
    txid: { pt: `o id da transação é ${txid}`, en: `the transaction's id is ${txid}` },
    address: {
      pt: `a saída ${String(vout)} paga a ${address}`,
      en: `output ${String(vout)} pays ${address}`,
    },
    asset: {
      pt: `o ativo é ${asset ?? 'um que não se mostra'}`,
      en: `the asset is ${asset ?? 'one that is not shown'}`,
    },
    amount: {
      pt: `o valor é ${units?.replace('.', ',') ?? 'um que não se mostra'}`,
      en: `the amount is ${units ?? 'one that is not shown'}`,
    },
    depix: { pt: 'o ativo é o DePix', en: 'the asset is DePix' },
  } as const satisfies Record<keyof Verdicts, Words>;
}

/** All eight decimals, since a proof is exact. */
function decimalOf(units: string): string {
  const digits = units.padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

const NO_BLOCK: Words = {
  pt: 'Ela não diz se um bloco contém a transação: procure o id em um explorador da rede.',
  en: 'It does not show whether the transaction is in a block: look up its id in an explorer.',
};
