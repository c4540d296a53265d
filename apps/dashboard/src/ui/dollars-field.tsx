import { Field } from './field.tsx'

interface DollarsFieldProps {
  label: string
  hint: string
  /** As it was typed; '' is none. */
  value: string
  onChange: (value: string) => void
  isDisabled?: boolean
  autoFocus?: boolean
  wrong?: string | undefined
}

/** An amount of US dollars, or nothing. */
export function DollarsField({ wrong, ...rest }: DollarsFieldProps) {
  return (
    <Field
      {...rest}
      inputMode="decimal"
      placeholder="No cap"
      wrong={wrong ?? (isAmount(rest.value) ? undefined : 'Write a number of US dollars, such as 50.')}
    />
  )
}

/** @returns null for none */
export function dollarsOf(typed: string): number | null {
  const text = typed.trim().replace(/^\$/, '')
  return text === '' ? null : Number(text)
}

export function isAmount(typed: string): boolean {
  const amount = dollarsOf(typed)
  return amount === null || (Number.isFinite(amount) && amount > 0)
}
