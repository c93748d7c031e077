import { countsOf, evidenceRows, networkRow, ownEnds, tableOfColumns } from '../kill/report.ts';
import type { ScaleOutcome } from './run-scale.ts';

/** A single column, narrow enough for a terminal. */
export function scaleTableOf(outcome: ScaleOutcome, seconds: number): string {
  const { disturbed, retried, evidence, statuses, open, reportedEnds, networkWatch } = outcome;
  const rows: [string, string][] = [
    ['nodes', '3 API, 3 worker'],
    ['kills', countsOf(disturbed.kills)],
    ['rolling restarts', String(disturbed.rounds)],
    ['ended by themselves', ownEnds(reportedEnds)],
    ['answers', countsOf(statuses)],
    ['requests retried', String(retried)],
    ...evidenceRows(evidence),
    ['other machines', networkRow(evidence, networkWatch)],
    ['still open', open.join(', ') || 'nothing'],
  ];
  return tableOfColumns(rows, seconds);
}
