import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** What a payer's page says, as far as a payer acts on it. */
export interface ReadPage {
  readonly title: string;
  readonly state: string | undefined;
  /** The Pix code that it shows. */
  readonly code: string;
}

export function readPage(text: string): ReadPage {
  const elements = elementsIn(parse(text));
  const main = elements.find(({ tagName }) => tagName === 'main');
  const code = elements.find((one) => attributeOf(one, 'id') === 'code');
  const title = elements.find(({ tagName }) => tagName === 'title');
  return {
    title: title ? textIn(title) : '',
    state: main && attributeOf(main, 'data-state'),
    code: code ? textIn(code) : '',
  };
}

function elementsIn(node: Node): Element[] {
  const inner = 'childNodes' in node ? node.childNodes.flatMap(elementsIn) : [];
  return 'tagName' in node ? [node, ...inner] : inner;
}

function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

function textIn(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textIn).join('') : '';
}
