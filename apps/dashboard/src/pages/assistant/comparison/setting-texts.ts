import type { EvaluationSettings } from '../../../api/evaluation.ts'

/** As people call them. */
export const SETTING_NAMES: Record<keyof EvaluationSettings, string> = {
  model: 'model',
  embedding: 'embedding',
  rerank: 're-ranking',
  synonyms: 'synonyms',
  variants: 'variants',
  grounding: 'check of names',
  claims: 'check of claims',
  revision: 'revision',
}

const KEYS = Object.keys(SETTING_NAMES) as (keyof EvaluationSettings)[]

/** A revision is the name of a commit, or a hash: its beginning tells it apart. */
export function settingText(setting: keyof EvaluationSettings, value: string | null): string {
  if (value === null) return 'none'
  return setting === 'revision' ? value.slice(0, 12) : value
}

export function settingsText(settings: EvaluationSettings): string {
  return KEYS.filter((setting) => settings[setting] !== null || setting === 'embedding')
    .map((setting) => `${SETTING_NAMES[setting]} ${settingText(setting, settings[setting])}`)
    .join(', ')
}
