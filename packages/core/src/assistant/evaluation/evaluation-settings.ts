import { z } from 'zod'

const text = z.string().nullable()

/** What a run was measured with, as the configuration says; null where there is none, or where it plays no part. */
export const EvaluationSettings = z.object({
  /** `provider:model` that answered. */
  model: text,
  embedding: text,
  /** The model that orders candidates anew, and how many it is given. */
  rerank: text,
  /** How many lists, and the beginning of a hash of them. */
  synonyms: text,
  variants: text,
  /** Mode in which names of answers are checked. */
  grounding: text,
  /** Who checks the claims of answers, and from where on one counts as supported. */
  claims: text,
  /** Source revision of the index. */
  revision: text,
})
export type EvaluationSettings = z.output<typeof EvaluationSettings>

/** A setting that is another one in another run. */
export interface DifferentSetting {
  setting: keyof EvaluationSettings
  before: string | null
  after: string | null
}

/** Undefined where one of the runs did not keep its settings. */
export function differentSettings(
  before: EvaluationSettings | undefined,
  after: EvaluationSettings | undefined,
): DifferentSetting[] | undefined {
  if (before === undefined || after === undefined) return undefined
  return EvaluationSettings.keyof().options.flatMap((setting) =>
    before[setting] === after[setting] ? [] : [{ setting, before: before[setting], after: after[setting] }],
  )
}
