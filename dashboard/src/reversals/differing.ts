interface Part {
  readonly text: string;
  readonly differs: boolean;
}

/** A document in parts; those that differ from the other one are marked. */
export function differingParts(document: string, other: string): Part[] {
  if (document.length !== other.length) return [{ text: document, differs: true }];
  const parts: Part[] = [];
  for (const [at, sign] of [...document].entries()) {
    const differs = sign !== other[at];
    const last = parts.at(-1);
    if (last?.differs === differs) parts[parts.length - 1] = { text: last.text + sign, differs };
    else parts.push({ text: sign, differs });
  }
  return parts;
}
