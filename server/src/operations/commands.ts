import { Misuse } from '../cli-options.ts';
import type { CommandSet } from '../command.ts';
import { explainTaxId, hasCnpjForm, hasCpfForm, type TaxIdRules } from '../pix/tax-id.ts';
import { doctor } from './doctor.ts';
import { describeFindings } from './finding.ts';

export const operationCommands: CommandSet = {
  doctor: {
    on: 'machine',
    usage: '[--tax-id CPF]',
    help: 'say what is wrong and what to do; exits with 1 if a check fails',
    run: async (config, options, openApp) => {
      const given = options['tax-id'];
      const taxId = typeof given === 'string' ? given : undefined;
      if (taxId !== undefined) refuseOtherForm(taxId, config.taxIds);
      const findings = await doctor(config, { taxId, openApp });
      return {
        json: { findings },
        text: describeFindings(findings),
        failed: findings.some(({ verdict }) => verdict === 'fail'),
      };
    },
  },
};

function refuseOtherForm(taxId: string, rules: TaxIdRules): void {
  if (hasCpfForm(taxId) || hasCnpjForm(taxId, rules)) return;
  const why = explainTaxId(taxId, rules)?.en ?? 'takes a CPF or CNPJ, digits only';
  throw new Misuse(`--tax-id ${why}`);
}
