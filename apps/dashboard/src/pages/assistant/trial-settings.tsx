import { useCan } from '../../shell/session-context.ts'
import { Field } from '../../ui/field.tsx'

/** What a person wrote for one side; '' is as readers get it. */
export interface TrialDraft {
  model: string
  passages: string
  version: string
  language: string
}

export const AS_READERS: TrialDraft = { model: '', passages: '', version: '', language: '' }
const DEFAULT_PASSAGES = 5

interface TrialSettingsProps {
  draft: TrialDraft
  onChange: (draft: TrialDraft) => void
  /** Of the project. */
  model: string
}

/** What one side of a comparison is made with. */
export function TrialSettings({ draft, onChange, model }: TrialSettingsProps) {
  const canChoose = useCan('edit')
  const set = (change: Partial<TrialDraft>) => onChange({ ...draft, ...change })
  return (
    <div className="trial-settings">
      {canChoose && (
        <Field
          label="Model"
          placeholder={model}
          value={draft.model}
          onChange={(value) => set({ model: value })}
        />
      )}
      <Field
        label="Passages"
        inputMode="numeric"
        placeholder={String(DEFAULT_PASSAGES)}
        value={draft.passages}
        onChange={(value) => set({ passages: value })}
        wrong={passagesOf(draft) === undefined ? 'A number from 1 to 50.' : undefined}
      />
      <Field
        label="Version"
        placeholder="any"
        value={draft.version}
        onChange={(value) => set({ version: value })}
      />
      <Field
        label="Language"
        placeholder="any"
        value={draft.language}
        onChange={(value) => set({ language: value })}
      />
    </div>
  )
}

/** Undefined when it is no number from 1 to 50. */
export function passagesOf({ passages }: TrialDraft): number | undefined {
  if (passages.trim() === '') return DEFAULT_PASSAGES
  const number = Number(passages)
  return Number.isInteger(number) && number >= 1 && number <= 50 ? number : undefined
}
