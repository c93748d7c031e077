import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildDashboard } from '../dashboard-stage.ts';
import { findFirefox, openFirefox } from '../firefox.ts';
import { openGateway } from '../gateway.ts';
import { PASSWORD, signUpWhole } from '../visitor.ts';
import { button, field, heading, inDialog } from './paths.ts';

const program = findFirefox();
const skip = program === undefined && "needs Firefox, as in Debian's package firefox-esr";

test(
  'in Firefox somebody signs in, makes a charge and reads how it was paid',
  { skip },
  async (t) => {
    await buildDashboard();
    const scope = { after: (release: () => void | Promise<void>) => t.after(release) };
    const gateway = await openGateway(scope, { env: { PONTE_HOST: 'localhost' } });
    const { email } = await signUpWhole(gateway);
    const firefox = await openFirefox(scope, program ?? '');

    await firefox.open(`${gateway.url}/app/`);
    await firefox.waitFor(heading('Entrar'));
    await firefox.type(field('E-mail'), email);
    await firefox.type('//input[@name = "password"]', PASSWORD);
    await firefox.press(button('Entrar'));
    await firefox.waitFor(heading('Início'));

    await firefox.press('//nav//a[normalize-space() = "Depósitos"]');
    await firefox.waitFor(heading('Depósitos'));
    await firefox.press(button('Nova cobrança'));
    await firefox.type(inDialog(field('Valor')), '50,00');
    await firefox.type(inDialog(field('CPF ou CNPJ de quem vai pagar')), '12345678909');
    await firefox.press(inDialog(button('Criar cobrança')));
    await firefox.waitFor('//*[@role = "dialog"]//img');
    await firefox.press(inDialog(button('Pagar como o titular')));
    await firefox.waitFor('//*[@role = "dialog"]//*[normalize-space() = "Confirmado"]');
    await firefox.press(
      inDialog(`//button[@aria-label = "Fechar" or normalize-space() = "Fechar"]`),
    );

    await firefox.press('//table//tbody//a');
    await firefox.waitFor(inDialog('//h2[normalize-space() = "Depósito"]'));
    assert.match(
      String(await firefox.ask('return document.querySelector("[role=dialog]").innerText')),
      /R\$\s50,00/,
    );
    assert.deepEqual(firefox.errors, []);
  },
);
