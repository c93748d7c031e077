/**
 * The cycles of a graph, each once and in order, e.g. `['a', 'b', 'a']`; empty when there is none.
 */
export function findCycles(edges: Map<string, Set<string>>): string[][] {
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const walk = (node: string, trail: string[]): void => {
    const seenAt = trail.indexOf(node);
    if (seenAt >= 0) cycles.push([...trail.slice(seenAt), node]);
    if (seenAt >= 0 || finished.has(node)) return;
    for (const next of edges.get(node) ?? []) walk(next, [...trail, node]);
    finished.add(node);
  };
  for (const node of edges.keys()) walk(node, []);
  return cycles;
}
