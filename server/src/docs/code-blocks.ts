import { Lexer, type MarkedToken, type Token } from 'marked';

/** A fenced code block, with the machine-readable marks after its language. */
export interface CodeBlock {
  readonly language: string;
  /** `run`, `check`, `output` and the like; empty if there are none. */
  readonly marks: ReadonlyMap<string, string>;
  readonly text: string;
}

const MARK = /([a-z]+)(?:=(?:"([^"]*)"|(\S+)))?/g;

export function readCodeBlock(info: string, text: string): CodeBlock {
  const [language = ''] = info.split(/\s/, 1);
  const marks = [...info.slice(language.length).matchAll(MARK)].map(
    ([, name = '', quoted, bare]) => [name, quoted ?? bare ?? ''] as const,
  );
  return { language, marks: new Map(marks), text };
}

export function readMarkdown(text: string): MarkedToken[] {
  return known(Lexer.lex(text));
}

/** Without extensions, the lexer creates no other kinds of token. */
export function known(tokens: readonly Token[] = []): MarkedToken[] {
  return tokens as MarkedToken[];
}

/** All code blocks of a page in order, including those in lists. */
export function codeBlocksOf(tokens: readonly MarkedToken[]): CodeBlock[] {
  return tokens.flatMap((token) => {
    if (token.type === 'code') return [readCodeBlock(token.lang ?? '', token.text)];
    if (token.type === 'list') return codeBlocksOf(token.items);
    return 'tokens' in token ? codeBlocksOf(known(token.tokens)) : [];
  });
}
