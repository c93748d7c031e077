import { Lexer, type MarkedToken, type Token } from 'marked';

/** A fenced block, and what stands behind its language for the machine. */
export interface CodeBlock {
  readonly language: string;
  /** `run`, `check`, `output` and the like; empty where nothing is said besides. */
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

/** Without extensions the lexer makes no token of another kind. */
export function known(tokens: readonly Token[] = []): MarkedToken[] {
  return tokens as MarkedToken[];
}

/** All of a page, in its order; those in a list too. */
export function codeBlocksOf(tokens: readonly MarkedToken[]): CodeBlock[] {
  return tokens.flatMap((token) => {
    if (token.type === 'code') return [readCodeBlock(token.lang ?? '', token.text)];
    if (token.type === 'list') return codeBlocksOf(token.items);
    return 'tokens' in token ? codeBlocksOf(known(token.tokens)) : [];
  });
}
