import { Type } from 'typebox';
import { OneOf, TimestampOf } from '../platform/schema.ts';
import { type Cause, CAUSES } from '../provider/transition.ts';
import { type Origin, ORIGINS } from './list.ts';

const WHATS = [
  'created',
  'processing',
  'confirmed',
  'completed',
  'failed',
  'expired',
  'refunded',
  'estorno',
  'med',
] as const;

export const TimelineView = Type.Array(
  Type.Object({
    at: TimestampOf('When it happened.'),
    what: OneOf(WHATS, { description: 'What happened.' }),
    cause: OneOf([...ORIGINS, ...CAUSES], { description: 'Who asked for it, or told of it.' }),
  }),
  { maxItems: 20, description: 'All that happened to it, the oldest first.' },
);

export interface Moment {
  readonly at: string;
  readonly what: (typeof WHATS)[number];
  readonly cause: Origin | Cause;
}
