import { z } from 'zod'

export const MeasurementRequest = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('evaluation').describe('Searches for the questions of the evaluation set.'),
    answers: z.boolean().default(true).describe('Whether to answer the questions, too.'),
    model: z
      .string()
      .min(3)
      .max(200)
      .optional()
      .describe('The model that answers, as `provider:model`. Default: the assistant model of the project.'),
  }),
  z.strictObject({
    kind: z.literal('model-check').describe('Finds out what a model can do.'),
    model: z
      .string()
      .min(3)
      .max(200)
      .describe('`provider:model`.')
      .meta({ examples: ['offline:docent'] }),
    tasks: z
      .array(z.enum(['answers', 'agent']))
      .max(2)
      .default(['answers', 'agent'])
      .describe('Tasks to run after the protocol checks.'),
    maxMinutes: z
      .number()
      .min(1)
      .max(1_440)
      .default(30)
      .describe('Minutes after which no further check starts.'),
    maxCost: z
      .number()
      .min(0.01)
      .max(10_000)
      .optional()
      .describe('US dollars after which no further check starts. Docent must know the price of the model.'),
  }),
])
export type MeasurementRequest = z.output<typeof MeasurementRequest>

/** A measurement that somebody started in the dashboard. Times are milliseconds since the epoch. */
export const Measurement = z.object({
  id: z.string(),
  request: MeasurementRequest,
  status: z.enum(['waiting', 'running', 'completed', 'failed', 'cancelled']),
  /** Where it is, such as `answers`. */
  step: z.string(),
  done: z.number(),
  of: z.number(),
  /** Why it failed. */
  message: z.string().exactOptional(),
  startedAt: z.number(),
  /** When the process that works on it last said so. */
  seenAt: z.number(),
})
export type Measurement = z.output<typeof Measurement>
