import { Misuse } from '../cli-options.ts';
import type { CommandSet } from '../command.ts';
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
      if (taxId !== undefined && !/^(\d{11}|\d{14})$/.test(taxId)) {
        throw new Misuse('--tax-id takes a CPF or CNPJ, digits only');
      }
      const findings = await doctor(config, { taxId, openApp });
      return {
        json: { findings },
        text: describeFindings(findings),
        failed: findings.some(({ verdict }) => verdict === 'fail'),
      };
    },
  },
};
