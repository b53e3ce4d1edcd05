import { z } from 'zod';
import { timestampSchema } from '../http/fields.js';
import { policyNameSchema } from '../policies/failure-policies.js';
import { nextPollReasonSchema, pastPollSchema } from './poll.js';

/** Reasons besides those of the schedule: what keeps a feed that is due from being polled, or is still to happen. */
export const HOLDING_REASONS = [
  'host_incident',
  'route_incident',
  'site_incident',
  'edge_block',
  'host_spacing',
  'host_resting',
  'own_outage',
  'own_degraded',
  'postponed',
  'host_busy',
  'not_yet_claimed',
  'waiting_for_source_manager',
] as const;

export const explainReasonSchema = z
  .enum([...nextPollReasonSchema.options, ...HOLDING_REASONS])
  .meta({ id: 'ExplainReason' });
export type ExplainReason = z.infer<typeof explainReasonSchema>;

const explainStateSchema = z
  .enum(['scheduled', 'due', 'polling', 'held', 'cooling_down', 'stopped'])
  .meta({ id: 'ExplainState' });
export type ExplainState = z.infer<typeof explainStateSchema>;

const detailsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const explanationSchema = z
  .object({
    sourceId: z.uuid(),
    at: timestampSchema,
    state: explainStateSchema,
    next: z.object({
      at: timestampSchema.nullable().describe('null: not before something changes.'),
      reason: explainReasonSchema,
      certain: z.boolean().describe('false: something else may keep it from being polled then.'),
    }),
    sentence: z.string().describe('The same in words.'),
    because: z
      .array(
        z.object({
          reason: explainReasonSchema,
          decides: z.boolean(),
          at: timestampSchema.nullable(),
          details: detailsSchema,
        }),
      )
      .describe('Every reason that applies; exactly one decides.'),
    counters: z.object({
      consecutiveFailures: z.int(),
      typeStreak: z.int(),
      frozen: z.boolean().describe('Failures do not count for now.'),
    }),
    wouldChange: z.array(z.object({ event: z.string(), effect: z.string(), at: timestampSchema.nullable() })),
    policy: z.object({ name: policyNameSchema }),
    evidence: z.array(pastPollSchema).describe('The last ten polls.'),
  })
  .meta({ id: 'Explanation', description: 'Why a feed is polled or not, by which rule, and until when.' });
export type Explanation = z.infer<typeof explanationSchema>;
