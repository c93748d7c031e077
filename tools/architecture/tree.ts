import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import ts from 'typescript';

export interface Import {
  /** As written, e.g. `../money.ts` or `node:http`. */
  readonly specifier: string;
  /** From the repository's root if the specifier is relative, otherwise empty. */
  readonly path: string;
  readonly typeOnly: boolean;
  readonly line: number;
}

export interface SourceFile {
  readonly path: string;
  readonly isTest: boolean;
  readonly imports: Import[];
  /** The text without its comments, so that a word in a comment breaks no rule. */
  readonly code: string;
}

/** Every TypeScript file in the given folders below `root`. */
export function readTree(root: string, folders: string[]): SourceFile[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => join(folder, name))
        .sort(),
    )
    .map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')));
}

/**
 * @param path from the repository's root; decides what the file is and what its imports resolve to
 */
export function parseSource(path: string, text: string): SourceFile {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  collectImports(source, (literal, typeOnly) => {
    const specifier = literal.text;
    imports.push({
      specifier,
      path: specifier.startsWith('.') ? join(dirname(path), specifier) : '',
      typeOnly,
      line: source.getLineAndCharacterOfPosition(literal.getStart()).line + 1,
    });
  });
  const isTest = /\.test\.ts$|^[^/]+\/test\//.test(path);
  return { path, isTest, imports, code: withoutComments(source) };
}

function collectImports(
  node: ts.Node,
  found: (specifier: ts.StringLiteral, typeOnly: boolean) => void,
): void {
  const [specifier, typeOnly] = importIn(node);
  if (specifier && ts.isStringLiteral(specifier)) found(specifier, typeOnly);
  ts.forEachChild(node, (child) => collectImports(child, found));
}

function importIn(node: ts.Node): [specifier: ts.Node | undefined, typeOnly: boolean] {
  if (ts.isImportDeclaration(node)) {
    return [node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword];
  }
  if (ts.isExportDeclaration(node)) return [node.moduleSpecifier, node.isTypeOnly];
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return [node.argument.literal, true];
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return [node.arguments[0], false];
  }
  return [undefined, false];
}

function withoutComments(source: ts.SourceFile): string {
  const tokens: string[] = [];
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(source).filter((child) => !ts.isJSDoc(child));
    if (children.length === 0) tokens.push(node.getText(source));
    children.forEach(visit);
  };
  visit(source);
  return tokens.join(' ');
}
