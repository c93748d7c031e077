import { Type } from 'typebox';
import { OneOf, TimestampOf } from '../platform/schema.ts';

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
const CAUSES = [
  'api',
  'link',
  'panel',
  'provider_webhook',
  'poll',
  'reconciliation',
  'operator',
  'clock',
] as const;

export const TimelineView = Type.Array(
  Type.Object({
    at: TimestampOf('When it happened.'),
    what: OneOf(WHATS, { description: 'What happened.' }),
    cause: OneOf(CAUSES, { description: 'Who asked for it, or told of it.' }),
  }),
  { maxItems: 20, description: 'All that happened to it, the oldest first.' },
);

export interface Moment {
  readonly at: string;
  readonly what: (typeof WHATS)[number];
  readonly cause: (typeof CAUSES)[number];
}
