/** `POST /v1/api/deposit` */
const OPERATION = /^[A-Z]+ \//;

/** A heading's anchor, as GitHub and others make it; `taken` counts those of the same page. */
export function anchorOf(heading: string, taken: Map<string, number>): string {
  const bare = OPERATION.test(heading) ? operationAnchor(heading) : slugOf(heading);
  const count = taken.get(bare) ?? 0;
  taken.set(bare, count + 1);
  return count === 0 ? bare : `${bare}-${String(count)}`;
}

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

/** GitHub would join the segments of the path. */
function operationAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
