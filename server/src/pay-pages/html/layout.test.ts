import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defaultTreeAdapter as tree, type DefaultTreeAdapterTypes, parse } from 'parse5';
import {
  CODE,
  everyPage,
  formView,
  frameOf,
  NAMELESS,
  PLAIN,
  type Said,
} from '../../../test/pay-views.ts';
import { LANGUAGES } from '../../refusals.ts';
import { renderForm } from './form-page.ts';
import { SCRIPT } from './script.ts';
import { STYLE, STYLE_HASH } from './style.ts';

type Element = DefaultTreeAdapterTypes.Element;
type Parent = DefaultTreeAdapterTypes.ParentNode;

const HOSTILE: Said = {
  title: `<script>alert(1)</script> "'& \u202Egnp.exe \u200B`,
  description: 'one\n</p><img src=x onerror=alert(2)>\n  three',
  shop: {
    name: `</title><script>alert(3)</script>"'&\u2069\u202E`,
    contact: '"><svg onload=alert(4)>',
    website: 'javascript:alert(5)//https://',
  },
  institution: '<!--<script>',
};
const SAID = { plain: PLAIN, nameless: NAMELESS, hostile: HOSTILE };
const REFERENCES = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls'];

/** @throws if the markup has a parse error, which browsers would repair by guessing */
function parseStrictly(page: string): Element[] {
  const faults: string[] = [];
  const document = parse(page, { onParseError: ({ code }) => faults.push(code) });
  assert.deepEqual(faults, []);
  return elementsIn(document);
}

function elementsIn(parent: Parent): Element[] {
  return tree.getChildNodes(parent).flatMap((node) => {
    if (!tree.isElementNode(node)) return [];
    return [node, ...elementsIn(node)];
  });
}

function named(elements: Element[], name: string): Element[] {
  return elements.filter(({ tagName }) => tagName === name);
}

function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((one) => one.name === name)?.value;
}

function textOf(parent: Parent): string {
  return tree
    .getChildNodes(parent)
    .map((node) =>
      tree.isTextNode(node) ? node.value : tree.isElementNode(node) ? textOf(node) : '',
    )
    .join('');
}

for (const language of LANGUAGES)
  for (const [kind, said] of Object.entries(SAID))
    for (const mode of ['test', 'live'] as const)
      test(`every page is valid HTML with our script only: ${language}, ${kind}, ${mode}`, () => {
        for (const [name, page] of everyPage(language, mode, said)) {
          const elements = parseStrictly(page);
          assert.equal(named(elements, 'h1').length, 1, name);
          assert.equal(named(elements, 'main').length, 1, name);
          assert.equal(named(elements, 'title').length, 1, name);
          assertOurScriptOnly(elements, name);
          assertReferences(elements, name);
        }
      });

function assertOurScriptOnly(elements: Element[], name: string): void {
  const [script, ...others] = named(elements, 'script');
  assert.equal(script && attribute(script, 'src'), SCRIPT.path, name);
  assert.equal(others.length, 0, name);
  assert.equal(named(elements, 'style').length, 1, name);
  assert.equal(named(elements, 'img').length, 0, name);
  for (const { attrs } of elements)
    for (const { name: key, value } of attrs) {
      assert.ok(!key.startsWith('on') && key !== 'style', `${name}: ${key}`);
      assert.ok(!/^\s*javascript:/i.test(value), `${name}: ${value}`);
    }
}

/** Every id is unique, every reference has a target, and every input has one label. */
function assertReferences(elements: Element[], name: string): void {
  const ids = elements.flatMap((element) => attribute(element, 'id') ?? []);
  assert.equal(new Set(ids).size, ids.length, name);
  const pointed = elements.flatMap((element) => [
    ...REFERENCES.flatMap((key) => attribute(element, key)?.split(' ') ?? []),
    ...(attribute(element, 'href')?.startsWith('#') ? [attribute(element, 'href') ?? ''] : []),
  ]);
  for (const id of pointed) assert.ok(ids.includes(id.replace('#', '')), `${name}: ${id}`);
  for (const input of named(elements, 'input')) {
    const id = attribute(input, 'id');
    const labels = named(elements, 'label').filter((label) => attribute(label, 'for') === id);
    if (attribute(input, 'type') !== 'hidden') assert.equal(labels.length, 1, `${name}: ${id}`);
  }
}

for (const language of LANGUAGES)
  test(`each state of a checkout has a distinct title: ${language}`, () => {
    const titles = new Map<string, string>();
    for (const [name, page] of everyPage(language)) {
      const elements = parseStrictly(page);
      const [title] = named(elements, 'title').map(textOf);
      const [main] = named(elements, 'main');
      const state = (main && attribute(main, 'data-state')) ?? name;
      // A form with faults of the payer's says so in its title.
      const key = state === 'form' ? `form ${page.includes('class="faults"')}` : state;
      assert.equal(titles.get(key) ?? title, title, name);
      titles.set(key, title ?? '');
    }
    // Two pages report the same outage in the same words.
    titles.delete('unavailable');
    assert.equal(new Set(titles.values()).size, titles.size);
  });

test('every link to our own pages keeps the language, and nothing is loaded from other sites', () => {
  for (const [name, page] of everyPage('en')) {
    for (const element of parseStrictly(page)) {
      const to = attribute(element, 'href') ?? attribute(element, 'action');
      if (to?.startsWith('/') && element.tagName !== 'link')
        assert.match(to, /\?lang=(pt|en)/, name);
      if (element.tagName === 'link') assert.match(to ?? '', /^data:/, name);
      assert.ok(!attribute(element, 'src')?.includes('//'), name);
    }
  }
});

test('without scripts a page refreshes itself as long as its state can change', () => {
  const refreshing = [...everyPage('pt')].filter(([, page]) => page.includes('http-equiv'));
  const states = refreshing.map(([name]) => name).filter((name) => !name.includes('amount'));
  const expected = ['creating', 'unstable', 'waiting', 'expired', 'canceled'];
  assert.deepEqual(states, [...expected, 'checking', 'review', 'short']);
});

test('a confirmed page listens for a dispute in test mode only, where its panel can simulate one', () => {
  for (const mode of ['test', 'live'] as const) {
    const page = everyPage('pt', mode).get('confirmed') ?? '';
    const hears = parseStrictly(page).some((one) => attribute(one, 'data-events') !== undefined);
    assert.equal(hears, mode === 'test');
    assert.equal(page.includes('value="med"'), mode === 'test');
  }
});

test('the link to the other language keeps the amount', () => {
  const view = formView(frameOf('pt', 'live', PLAIN), PLAIN);
  for (const [amount, kept] of [
    ['12,34', '/pay/abc123def456g?lang=en&from=pt&amount=12%2C34'],
    ['1&lang=pt', '/pay/abc123def456g?lang=en&from=pt&amount=1%26lang%3Dpt'],
    ['', '/pay/abc123def456g?lang=en&from=pt'],
  ] as const) {
    const links = named(parseStrictly(renderForm({ ...view, amountCents: null, amount })), 'a');
    const other = links.find((link) => attribute(link, 'hreflang') === 'en');
    assert.equal(other && attribute(other, 'href'), kept);
  }
});

test('a form offers a sample CPF in test mode, and only there', () => {
  for (const mode of ['test', 'live'] as const) {
    const page = renderForm(formView(frameOf('pt', mode, PLAIN), PLAIN));
    assert.equal(page.includes('52998224725'), mode === 'test');
  }
});

test('the preview of a link in a chat shows the payee, the purpose and the amount', () => {
  const view = formView(frameOf('pt', 'live', PLAIN), PLAIN);
  const shown = (page: string) => {
    const metas = named(parseStrictly(page), 'meta');
    return ['og:title', 'og:description'].map((property) => {
      const meta = metas.find((one) => attribute(one, 'property') === property);
      return meta && attribute(meta, 'content')?.replaceAll('\u00a0', ' ');
    });
  };
  const title = `Pagar ${String(PLAIN.shop.name)} · ${PLAIN.title}`;
  const fixed = `R$ 50,00 · ${PLAIN.description}`;
  assert.deepEqual(shown(renderForm(view)), [title, fixed]);
  const open = { ...view, amountCents: null, description: '' };
  assert.deepEqual(shown(renderForm(open)), [title, 'Pagamento por Pix']);
});

test('a name that ends with a full stop is not followed by another one', () => {
  for (const name of ['Zé & Cia. Ltda.', '\u05d0 Ltda.']) {
    const said = { ...PLAIN, shop: { ...PLAIN.shop, name }, institution: name };
    for (const language of LANGUAGES)
      for (const [page, whole] of everyPage(language, 'live', said)) {
        const text = whole.replaceAll(STYLE, '').replaceAll(/<[^>]*>/g, '');
        assert.doesNotMatch(text, /Ltda\.\u2069?\./, page);
      }
  }
});

test('a name with an ellipsis is kept, and each sentence with it appears once', () => {
  const wordsOf = (page: string | undefined, kind: string): string => {
    const shown = parseStrictly(page ?? '').find((one) => attribute(one, 'class') === kind);
    return shown ? textOf(shown) : '';
  };
  for (const name of ['Loja... do Zé', 'Loja.. do Zé', 'Loja do Zé...']) {
    const shop = { ...PLAIN.shop, name: 'Loja... do Zé' };
    for (const language of LANGUAGES) {
      const pages = everyPage(language, 'live', { ...PLAIN, shop, institution: name });
      assert.match(wordsOf(pages.get('confirmed'), 'lead'), /Loja\.\.\. do Zé/);
      assert.equal(wordsOf(pages.get('waiting'), 'note').split('Pix').length, 2);
    }
  }
});

test('names and numbers that a payer compares are kept from translation', () => {
  const keptOn = (name: string) =>
    parseStrictly(everyPage('pt', 'live').get(name) ?? '')
      .filter((one) => attribute(one, 'translate') === 'no')
      .map((one) => textOf(one).trim());
  const { name, contact } = PLAIN.shop;
  const payer = '***.982.247-**';
  assert.deepEqual(keptOn('form'), [name, contact]);
  assert.deepEqual(keptOn('waiting'), [name, CODE, PLAIN.institution, payer]);
  const ids = ['dep_01h2xcejqtf2nbrexx3vqjhp41', 'ab'.repeat(32)];
  assert.deepEqual(keptOn('receipt'), [name, payer, ...ids, contact]);
});

test('the line breaks of a description are kept', () => {
  const page = everyPage('pt', 'live', HOSTILE).get('form') ?? '';
  const described = parseStrictly(page).find((one) => attribute(one, 'class') === 'description');
  assert.ok(described);
  assert.equal(textOf(described).split('\n').length, 3);
});

test('the style sheet on a page matches STYLE_HASH', () => {
  const page = everyPage('pt').get('waiting') ?? '';
  const [style] = named(parseStrictly(page), 'style').map(textOf);
  const hash = createHash('sha256')
    .update(style ?? '')
    .digest('base64');
  assert.equal(STYLE_HASH, `'sha256-${hash}'`);
  assert.ok(!STYLE.includes('</'));
});

test('every user-select rule is repeated with the -webkit- prefix that Safari needs', () => {
  const plain = STYLE.match(/(?<!-webkit-)user-select:\w+/g) ?? [];
  assert.ok(plain.length > 0);
  for (const rule of plain) assert.ok(STYLE.includes(`-webkit-${rule}`), rule);
});

test('each page with the script is at most 14 KB compressed, and the script at most 3 KB', () => {
  const script = gzipSync(SCRIPT.source).length;
  assert.ok(script < 3_072, `${script} bytes`);
  for (const language of LANGUAGES)
    for (const [name, page] of everyPage(language)) {
      const bytes = Math.max(gzipSync(page).length, brotliCompressSync(page).length) + script;
      assert.ok(bytes <= 14_336, `${name}: ${bytes} bytes`);
    }
});

test('the receipt shows the time in Brasília, and no complete CPF', () => {
  const page = everyPage('pt').get('receipt') ?? '';
  assert.match(page, /20\/11\/2026 às 23:59 \(Brasília\)/);
  const shown = page.replaceAll(STYLE, '').replaceAll(SCRIPT.path, '');
  assert.doesNotMatch(shown.replaceAll(/ab{1,}|dep_\w+/g, ''), /\d{11}/);
});
