import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../button.tsx'

interface ChoiceBarProps {
  count: number
  onClear: () => void
  /** What can be done with all that is chosen. */
  children: ReactNode
}

/** Stands above a table while rows of it are chosen. */
export function ChoiceBar({ count, onClear, children }: ChoiceBarProps) {
  return (
    <section className="choice-bar row" aria-label="Chosen rows">
      <span className="strong number" role="status">
        {count} chosen
      </span>
      {children}
      <IconButton label="Choose none" icon={<X size={14} />} onPress={onClear} />
    </section>
  )
}
