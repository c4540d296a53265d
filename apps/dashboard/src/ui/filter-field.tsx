import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Input, SearchField } from 'react-aria-components'

interface FilterFieldProps {
  /** Its name for screen readers, and what it says while it is empty. */
  label: string
  value: string
  onChange: (value: string) => void
}

const PAUSE_MS = 350

/** A text that a list is filtered by. It counts after a pause in typing, and at once by Enter. */
export function FilterField({ label, value, onChange }: FilterFieldProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // The address changed without typing, as by "back".
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed.trim() === value) return undefined
    const timer = setTimeout(() => onChange(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <SearchField
      className="filter-field"
      aria-label={label}
      value={typed}
      onChange={setTyped}
      onSubmit={(text) => onChange(text.trim())}
      onClear={() => onChange('')}
    >
      <Search size={14} className="quiet" aria-hidden />
      <Input placeholder={label} maxLength={200} />
    </SearchField>
  )
}
