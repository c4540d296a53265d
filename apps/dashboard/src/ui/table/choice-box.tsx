interface ChoiceBoxProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** The browser's own box: a table draws dozens of them in a frame. */
export function ChoiceBox({ label, isOn, onChange }: ChoiceBoxProps) {
  return (
    <label>
      <span className="hidden">{label}</span>
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  )
}
