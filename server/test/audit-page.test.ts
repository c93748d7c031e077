import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditPage, foreignWords, layoutShift } from './audit-page.ts';
import { openBrowser } from './browser.ts';
import { visit } from './pay-page.ts';

const browser = await openBrowser();

const page = (body: string): string => `<!doctype html>
<html lang="pt-BR"><head><title>Pagar</title></head><body><main><h1>Pagar</h1>${body}</main></body></html>`;

/** What is wrong with it, by how the audit's finding begins. */
const WRONG = [
  ['color-contrast', '<p style="color:#bbb;background:#fff">Pálido</p>'],
  ['label', '<input style="width:200px;height:50px">'],
  ['unsaid label', '<label>Ativo <input type="checkbox" aria-label="Aceita pagamentos"></label>'],
  ['700 px too wide', '<div style="width:1060px;margin-left:-8px">Largo</div>'],
  ['30 × 20 px', '<button style="width:30px;height:20px;padding:0">a</button>'],
] as const;

test('the page audit finds each flaw, and finds none on a sound page', async () => {
  const opened = await browser.newPage({ viewport: { width: 360, height: 740 } });
  await opened.setContent(page('<button style="width:90px;height:44px">Pagar</button>'));
  assert.deepEqual(await auditPage(opened), []);
  for (const [name, body] of WRONG) {
    await opened.setContent(page(body));
    const found = await auditPage(opened);
    assert.ok(
      found.some((line) => line.startsWith(name)),
      `${name}: ${found.join('\n')}`,
    );
  }
  await opened.close();
});

test('the page audit finds words in the other language and layout shifts', async () => {
  const opened = await browser.newPage({ viewport: { width: 360, height: 740 } });
  await opened.setContent(page('<p>Pague aqui</p><p aria-label="Copy the code"></p>'));
  assert.equal((await foreignWords(opened, 'pt')).length, 1);
  assert.equal((await foreignWords(opened, 'en')).length, 0);
  await opened.setContent(page('<p lang="en">Copy the code</p>'));
  assert.deepEqual(await foreignWords(opened, 'pt'), []);
  await opened.setContent(page('<div id="gap"></div><p style="height:300px">Fica aqui</p>'));
  await opened.screenshot();
  await opened.evaluate(() =>
    document.getElementById('gap')?.setAttribute('style', 'height:200px'),
  );
  await opened.screenshot();
  assert.ok((await layoutShift(opened)) > 0.01);
  await opened.close();
});

test('a visit fails if the page logs an error or requests another origin', async () => {
  const base = 'http://127.0.0.1:9';
  const acts = {
    'it is broken': () => console.error('it is broken'),
    'request to http://127.0.0.1:10/': () =>
      void new Image().setAttribute('src', 'http://127.0.0.1:10/'),
  };
  await visit(browser, base, {}, (visited) => visited.setContent(page('')));
  for (const [complaint, act] of Object.entries(acts)) {
    const failed = visit(browser, base, {}, async (visited) => {
      await visited.setContent(page(''));
      await visited.evaluate(act);
      await visited.screenshot();
    });
    await assert.rejects(failed, new RegExp(complaint));
  }
});
