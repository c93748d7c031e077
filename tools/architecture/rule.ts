import { findCycles } from './cycles.ts';
import type { Import, SourceFile } from './tree.ts';

export interface Rule {
  readonly name: string;
  readonly breaches: (tree: SourceFile[]) => string[];
}

interface ImportRule {
  readonly from: (path: string) => boolean;
  readonly to: (found: Import, from: string) => boolean;
  readonly evenInTests?: boolean;
}

/** Forbids the imports selected by `to`, in the files selected by `from`. */
export function noImport(name: string, { from, to, evenInTests = false }: ImportRule): Rule {
  return {
    name,
    breaches: (tree) =>
      tree
        .filter((file) => from(file.path) && (evenInTests || !file.isTest))
        .flatMap((file) =>
          file.imports
            .filter((found) => to(found, file.path))
            .map((found) => `${file.path}:${found.line} imports ${found.specifier}`),
        ),
  };
}

/** Forbids the files for which `offence` returns something, which is then shown. */
export function noFile(name: string, offence: (file: SourceFile) => string | undefined): Rule {
  return {
    name,
    breaches: (tree) =>
      tree.flatMap((file) => {
        const found = offence(file);
        return found === undefined ? [] : [`${file.path} has "${found}"`];
      }),
  };
}

/**
 * Forbids cycles between groups of files; a file without a group is left out. Type imports count: a
 * cycle of types is just as much of a knot to its reader.
 */
export function acyclic(name: string, groupOf: (path: string) => string | undefined): Rule {
  return {
    name,
    breaches: (tree) => findCycles(groupGraph(tree, groupOf)).map((cycle) => cycle.join(' → ')),
  };
}

function groupGraph(
  tree: SourceFile[],
  groupOf: (path: string) => string | undefined,
): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const file of tree.filter(({ isTest }) => !isTest)) {
    for (const { path } of file.imports) {
      const from = groupOf(file.path);
      const to = groupOf(path);
      if (from === undefined || to === undefined || from === to) continue;
      graph.set(from, (graph.get(from) ?? new Set()).add(to));
    }
  }
  return graph;
}
