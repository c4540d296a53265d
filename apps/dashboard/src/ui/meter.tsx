interface MeterProps {
  /** 0 to 1. */
  value: number
  label: string
  /** Little is left. */
  isNear?: boolean
}

/** A part of a whole as a bar. */
export function Meter({ value, label, isNear = false }: MeterProps) {
  const part = Math.max(0, Math.min(1, value))
  return (
    <div
      className={isNear ? 'meter attention' : 'meter'}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(part * 100)}
    >
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
        <rect width={part * 100} height="6" />
      </svg>
    </div>
  )
}
