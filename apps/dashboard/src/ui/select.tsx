import { Check, ChevronDown } from 'lucide-react'
import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from 'react-aria-components'

export interface Option<Value extends string> {
  value: Value
  label: string
}

interface SelectProps<Value extends string> {
  label: string
  hint?: string
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** In filter bars the value says enough. */
  isLabelHidden?: boolean
  isDisabled?: boolean
}

/** One of a few. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, options, value, onChange, isLabelHidden = false, isDisabled = false } = props
  return (
    <AriaSelect
      className="field"
      value={value}
      isDisabled={isDisabled}
      onChange={(key) => onChange(key as Value)}
    >
      <Label className={isLabelHidden ? 'hidden' : 'label'}>{label}</Label>
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <Button className="picker">
        <SelectValue />
        <ChevronDown size={14} aria-hidden />
      </Button>
      <Popover className="popover" offset={4}>
        <ListBox className="options">
          {options.map((option) => (
            <ListBoxItem key={option.value} id={option.value} textValue={option.label} className="option">
              {({ isSelected }) => (
                <>
                  <span>{option.label}</span>
                  {isSelected && <Check size={14} className="tick" aria-hidden />}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
