import { Select } from './select.tsx'

const DAYS = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last year' },
] as const

interface DaysSelectProps {
  days: number
  onChange: (days: number) => void
}

/** The period of a report, which ends today. */
export function DaysSelect({ days, onChange }: DaysSelectProps) {
  return (
    <Select
      label="Period"
      isLabelHidden
      options={DAYS}
      value={String(days) as '30'}
      onChange={(value) => onChange(Number(value))}
    />
  )
}
