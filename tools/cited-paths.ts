import { dirname, join } from 'node:path/posix';
import { npmScripts, projectFiles, readText } from './repository.ts';

export interface Project {
  readonly files: string[];
  readonly scripts: string[];
}

/** The examples are separate projects, with scripts of their own. */
const DOCUMENT = /^(?!examples\/).*\.md$/;
/** Generated from the code, and linked like the files beside them. */
const GENERATED = /^docs\/guide\/\w+\/(errors|reference)\.md$/;
const LINK = /\]\(([^)\s]+)\)/g;
const INLINE_CODE = /`([^`\n]+)`/g;
const NPM_SCRIPT = /\bnpm (?:run (?:-s |--silent )?([\w:-]+)|(test|start)\b)/g;
/** `money.test.ts` ("half a cent rounds up", "…"): a test file, and the names of tests in it. */
const NAMED_TESTS = /`([\w./-]+\.test\.ts)` \(("[^()]+")\)/g;
/** `deposits/`, `money.ts`, `server/src/api.ts`; not a route, a command or a placeholder. */
const PATH = /^(?!\/)[\w.@/-]+(\/|\.(ts|js|json|md|sql|sh|yaml|yml|svg|png|css|html))$/;

/** What `document` cites and the project does not have. */
export function missingCitations(document: string, text: string, project: Project): string[] {
  const links = [...text.matchAll(LINK)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
    .filter((target) => !GENERATED.test(join(dirname(document), target)))
    .filter((target) => !has(project.files, join(dirname(document), target), ''));
  const paths = [...withoutBlocks(text).matchAll(INLINE_CODE)]
    .map(([, code = '']) => code)
    .filter((code) => PATH.test(code) || project.files.some((path) => path.startsWith(`${code}/`)))
    .filter((path) => !has(project.files, path, '/'));
  const scripts = [...text.matchAll(NPM_SCRIPT)]
    .map(([, script, short]) => script ?? short ?? '')
    .filter((script) => !project.scripts.includes(script))
    .map((script) => `npm run ${script}`);
  return [...new Set([...links, ...paths, ...scripts])];
}

/** The tests that `text` names beside their file, and that are not in it, in whole or in part. */
export function missingTests(text: string, read: (file: string) => string): string[] {
  return [...text.replace(/\s+/g, ' ').matchAll(NAMED_TESTS)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/"([^"]+)"/g)]
      .map(([, name = '']) => name)
      .filter((name) => !read(file).includes(name))
      .map((name) => `"${name}" of ${file}`),
  );
}

/**
 * Whether a file or folder is called `path`. Prose shortens paths: with `above` at '/', the end of
 * a path is enough, so `deposits/deposit.ts` finds `server/src/deposits/deposit.ts`.
 */
function has(files: string[], path: string, above: string): boolean {
  const wanted = path.replace(/^\.\//, '').replace(/\/$/, '');
  return files.some(
    (file) =>
      `${file}/`.startsWith(`${wanted}/`) || (above !== '' && `/${file}/`.includes(`/${wanted}/`)),
  );
}

function withoutBlocks(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '');
}

if (import.meta.main) {
  const project = { files: projectFiles(), scripts: npmScripts() };
  const missing = project.files
    .filter((path) => DOCUMENT.test(path))
    .flatMap((document) =>
      [
        ...missingCitations(document, readText(document), project),
        ...missingTests(readText(document), (file) =>
          project.files.includes(file) ? readText(file) : '',
        ),
      ].map((citation) => `${document} cites ${citation}, which does not exist`),
    );
  for (const line of missing) console.error(line);
  process.exitCode = missing.length === 0 ? 0 : 1;
}
