import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Checkbox as AriaCheckbox,
  Radio as AriaRadio,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField,
  type TextFieldProps,
} from 'react-aria-components'

interface FieldProps extends Omit<TextFieldProps, 'children' | 'className'> {
  label: string
  /** One sentence below the label. */
  hint?: ReactNode
  /** What the server says is wrong with it. */
  wrong?: string | undefined
  placeholder?: string
  /** More than one line. */
  rows?: number
  /** The label is for screen readers alone. */
  isLabelHidden?: boolean
}

/** A text that a person writes, with its label, hint and error. */
export function Field({ label, hint, wrong, placeholder, rows, isLabelHidden, ...rest }: FieldProps) {
  return (
    <TextField className="field" isInvalid={wrong !== undefined} {...rest}>
      <Label className={isLabelHidden ? 'hidden' : 'label'}>{label}</Label>
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      {rows === undefined ? (
        <Input className="input" {...(placeholder === undefined ? {} : { placeholder })} />
      ) : (
        <TextArea className="input" rows={rows} {...(placeholder === undefined ? {} : { placeholder })} />
      )}
      <FieldError className="wrong">{wrong}</FieldError>
    </TextField>
  )
}

interface CheckboxProps {
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  isDisabled?: boolean
  children: ReactNode
}

export function Checkbox({ children, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox className="choice" {...rest}>
      {({ isSelected }) => (
        <>
          <span className="box">{isSelected && <Check size={12} strokeWidth={3} aria-hidden />}</span>
          <span>{children}</span>
        </>
      )}
    </AriaCheckbox>
  )
}

/** One of a RadioGroup: a name and what it means. */
export function Radio({ value, title, children }: { value: string; title: string; children?: ReactNode }) {
  return (
    <AriaRadio className="choice" value={value}>
      {({ isSelected }) => (
        <>
          <span className={isSelected ? 'box round chosen' : 'box round'} />
          <span>
            <span>{title}</span>
            {children !== undefined && <span className="choice-about quiet">{children}</span>}
          </span>
        </>
      )}
    </AriaRadio>
  )
}
