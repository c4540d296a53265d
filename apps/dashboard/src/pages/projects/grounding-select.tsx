import type { GroundingMode } from '../../api/projects.ts'
import { type Option, Select } from '../../ui/select.tsx'

const MODES: readonly Option<GroundingMode>[] = [
  { value: 'annotate', label: 'Mark them' },
  { value: 'repair', label: 'Let the model write the block again' },
  { value: 'strict', label: 'Leave out the sentence or code block' },
  { value: 'off', label: 'Do not check names' },
]

interface GroundingSelectProps {
  value: GroundingMode
  onChange: (mode: GroundingMode) => void
  isDisabled: boolean
}

/** What happens to flags, options and other names of answers that the documentation does not have. */
export function GroundingSelect({ value, onChange, isDisabled }: GroundingSelectProps) {
  return (
    <Select
      label="Names that are not in the documentation"
      hint="Docent checks the flags, options, addresses, versions, and numbers of an answer against the documentation."
      options={MODES}
      value={value}
      onChange={onChange}
      isDisabled={isDisabled}
    />
  )
}
