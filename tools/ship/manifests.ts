import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT, readText } from '../repository.ts';

export const KUBERNETES = 'deploy/kubernetes';
/** Where a manifest describes its pods. */
export const POD = ['spec', 'template', 'spec'];

interface Pod {
  readonly name: unknown;
  readonly image: unknown;
  readonly args: string[];
  readonly settings: string[];
  readonly security: unknown;
  readonly runAsNonRoot: unknown;
  readonly automount: unknown;
  /** Keys that are read from files but missing in the example of a secret. */
  readonly unmounted: string[];
}

export function documentsOf(file: string): unknown[] {
  return parseAllDocuments(readText(`${KUBERNETES}/${file}`)).map((document): unknown =>
    document.toJS(),
  );
}

export function manifests(): unknown[] {
  return readdirSync(join(ROOT, KUBERNETES)).flatMap((file) =>
    file.endsWith('.yaml') ? documentsOf(file) : [],
  );
}

/** The value at a path of names and numbers in a document; undefined if something is missing. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null
        ? new Map<string, unknown>(Object.entries(inner)).get(String(name))
        : undefined,
    value,
  );
}

export function podsOf(documents: readonly unknown[]): Pod[] {
  const secret = documents.find((document) => at(document, 'kind') === 'Secret');
  const keys = Object.keys(at(secret, 'stringData') ?? {});
  const common = readText(`${KUBERNETES}/settings.env`).match(/^[A-Z_]+(?==)/gm) ?? [];
  return documents.flatMap((document): Pod[] => {
    const pod = at(document, ...POD);
    if (pod === undefined) return [];
    const container = (...path: string[]): unknown => at(pod, 'containers', 0, ...path);
    const env = [container('env')].flat();
    const files = env.map(
      (entry) => /^\/run\/secrets\/(.+)$/.exec(String(at(entry, 'value')))?.[1],
    );
    return [
      {
        name: at(document, 'metadata', 'name'),
        image: container('image'),
        args: [container('args')].flat().map(String),
        settings: [
          ...env.map((entry) => String(at(entry, 'name'))),
          ...(container('envFrom') === undefined ? [] : common),
        ],
        security: container('securityContext'),
        runAsNonRoot: at(pod, 'securityContext', 'runAsNonRoot'),
        automount: at(pod, 'automountServiceAccountToken'),
        unmounted: files.filter((key) => key !== undefined).filter((key) => !keys.includes(key)),
      },
    ];
  });
}
