import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from 'htm/preact';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { renderToString } from 'preact-render-to-string';
import { readMarkdown } from './code-blocks.ts';
import { hrefOf } from './compose-docs.ts';
import { headingsOf, renderMarkdown } from './render-markdown.ts';

function render(markdown: string, language: 'pt' | 'en' = 'en'): string {
  const tokens = readMarkdown(markdown);
  return renderToString(
    html`<main>
      ${renderMarkdown(tokens, {
        language,
        headings: headingsOf(tokens),
        hrefOf: (target) => hrefOf(target, language),
      })}
    </main>`,
  );
}

const OURS = new Set(
  'main h2 a p code div table thead tbody tr th td ul li span figure figcaption pre b i'.split(' '),
);

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.DocumentFragment;

function elementsOf(node: Node): DefaultTreeAdapterTypes.Element[] {
  const inside = 'childNodes' in node ? node.childNodes.flatMap(elementsOf) : [];
  return 'tagName' in node ? [node, ...inside] : inside;
}

test('hostile Markdown produces no markup or attributes beyond our own', () => {
  const hostile = `## <img src=x onerror=alert(1)> "x"

<script>alert(1)</script>

Text <b onclick="x()">bold</b> and \`<script>\` <!-- gone --> [a](javascript:alert(1)) [b](data:text/html,x)
![c](https://elsewhere.example/x.png) <https://x.example/"onmouseover=x>

> [!WARNING]
> <iframe src="https://elsewhere.example"></iframe>

| <svg onload=x> | b |
| --- | --- |
| [c](vbscript:x) | "d" |

- [ ] <input autofocus onfocus=x>

\`\`\`html "><script>alert(1)</script>
</code></pre><script>alert(1)</script>
\`\`\`
`;
  const elements = elementsOf(parseFragment(render(hostile)));
  assert.deepEqual(
    elements.map(({ tagName }) => tagName).filter((name) => !OURS.has(name)),
    [],
  );
  const attributes = elements.flatMap(({ attrs }) => attrs);
  assert.deepEqual(
    attributes.map(({ name }) => name).filter((name) => name === 'src' || name.startsWith('on')),
    [],
  );
  assert.deepEqual(
    attributes.filter(({ name }) => name === 'href').map(({ value }) => value),
    ['#img-srcx-onerroralert1-x', 'https://x.example/"onmouseover=x'],
  );
  const page = render(hostile);
  assert.doesNotMatch(page, /gone/);
});

test('links between pages keep the language, and targets that are not served are not linked', () => {
  assert.equal(hrefOf('webhooks.md#retries', 'pt'), '/docs/pt/webhooks#retries');
  assert.equal(hrefOf('#here', 'en'), '#here');
  assert.equal(hrefOf('https://liquid.net/', 'en'), 'https://liquid.net/');
  for (const target of ['../../../compose.yaml', 'http://x.example', '//x.example', 'x', '']) {
    assert.equal(hrefOf(target, 'en'), undefined, target);
  }
});

test('a callout has a label in the language of the page, and a plain quote has none', () => {
  assert.match(render('> [!NOTE]\n> Read `this`.'), /role="note".*Note.*<code>this<\/code>/s);
  assert.match(render('> [!NOTE]\n> Leia.', 'pt'), /role="note".*Nota.*Leia/s);
  assert.match(render('> Said before.'), /<blockquote><p>Said before\.<\/p><\/blockquote>/);
});

test('a code block shows its code with comments marked, and not its directives', () => {
  const block = '```sh run terminal=gateway until="Ready"\nnpm start # "now"\n```';
  const page = render(block);
  assert.doesNotMatch(page, /gateway|until/);
  assert.match(page, /<code>npm start <i># &quot;now&quot;<\/i><\/code>/);
});
