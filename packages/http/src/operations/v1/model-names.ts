import type { Project } from '@docent/core/plugin'

/** Names that a v1 request may ask for, and what a project says by mapping one. */
export const V1_MODEL_NAMES = {
  sonnet: 'The model for `sonnet` in the v1 agent API. Default: the model of the first provider.',
  opus: 'The model for `opus` in the v1 agent API. Default: the model of the first provider.',
} as const

export type V1ModelName = keyof typeof V1_MODEL_NAMES

/** v1 without a model means sonnet; a project that maps only `agent` uses that for it, an asked-for name never. */
export function v1Model({ models }: Pick<Project, 'models'>, asked: V1ModelName | undefined): string {
  if (asked !== undefined) return asked
  return models.sonnet !== undefined || models.agent === undefined ? 'sonnet' : 'agent'
}
