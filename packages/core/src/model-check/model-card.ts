import { z } from 'zod'

/** What a check found wrong, by name; settings are recommended by it. */
export const MODEL_DEFECTS = [
  'unreachable',
  'rate-limited',
  'never-finishes',
  'no-streaming',
  'no-usage',
  'wrong-stop-reason',
  'ignores-abort',
  'ignores-system',
  'ignores-instructions',
  'no-tool-calls',
  'broken-arguments',
  'one-tool-at-a-time',
  'ignores-tool-results',
  'small-window',
  'cuts-the-prompt',
  'no-citations',
  'wrong-answer',
  'never-refuses',
  'wrong-language',
  'invents-names',
  'wrong-edits',
] as const
export type ModelDefect = (typeof MODEL_DEFECTS)[number]

export const MODEL_CHECK_AREAS = ['protocol', 'context', 'answers', 'agent'] as const
export type ModelCheckArea = (typeof MODEL_CHECK_AREAS)[number]

const Check = z.object({
  id: z.string(),
  area: z.enum(MODEL_CHECK_AREAS),
  /** What a good model does, as a sentence. */
  title: z.string(),
  outcome: z.enum(['passed', 'failed', 'skipped']),
  /** What was seen instead, or why it was skipped. */
  detail: z.string().exactOptional(),
  defects: z.array(z.enum(MODEL_DEFECTS)).exactOptional(),
  ms: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
})
/** One line of the card. */
export type ModelCheck = z.output<typeof Check>

const Advice = z.object({
  /** Where it is set, such as `models.assistant of the project`. */
  setting: z.string(),
  value: z.string(),
  why: z.string(),
  defect: z.enum(MODEL_DEFECTS),
})
/** A setting that makes the best of a model. */
export type ModelAdvice = z.output<typeof Advice>

const Fitness = z.enum(['good', 'limited', 'unfit', 'unknown'])
/** `unknown`: its tasks were not run. */
export type ModelFitness = z.output<typeof Fitness>

export const ModelCard = z.object({
  /** `provider:model`. */
  model: z.string(),
  /** When the check ended, in milliseconds since the epoch. */
  at: z.number(),
  ms: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** US dollars; null where the price of the model is not known. */
  cost: z.number().nullable(),
  context: z.object({
    /** As the configuration has it. */
    claimed: z.number(),
    /** Largest prompt in which the model found every part; null when it was not probed. */
    measured: z.number().nullable(),
    /** The probe ended at its own limit, so the window may be larger. */
    isAtLeast: z.boolean(),
  }),
  fitness: z.object({ assistant: Fitness, agent: Fitness }),
  checks: z.array(Check),
  advice: z.array(Advice),
})
/** What a model can and cannot do for Docent. */
export type ModelCard = z.output<typeof ModelCard>
