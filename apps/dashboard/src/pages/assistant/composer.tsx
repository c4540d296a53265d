import { ArrowUp, Square } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { Form } from 'react-aria-components'
import { IconButton } from '../../ui/button.tsx'
import { isComposing } from '../../ui/composing.ts'
import { Field } from '../../ui/field.tsx'

interface ComposerProps {
  text: string
  isBusy: boolean
  placeholder: string
  onText: (text: string) => void
  onSend: () => void
  onStop: () => void
}

/** The box in which one asks, at the end of the conversation. Enter sends, Shift and Enter begin a new line. */
export function Composer({ text, isBusy, placeholder, onText, onSend, onStop }: ComposerProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSend()
  }
  const form = useRef<HTMLFormElement>(null)
  // The button that was pressed goes away: the keyboard continues where one asks.
  const stop = () => {
    onStop()
    form.current?.querySelector('textarea')?.focus()
  }
  return (
    <Form className="chat-form" ref={form} onSubmit={submit}>
      <div className="composer">
        <Field
          label="Question"
          isLabelHidden
          placeholder={placeholder}
          rows={1}
          autoFocus
          value={text}
          onChange={onText}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
            event.preventDefault()
            onSend()
          }}
        />
        {isBusy ? (
          <IconButton label="Stop" icon={<Square size={12} aria-hidden />} kind="default" onPress={stop} />
        ) : (
          <IconButton
            label="Ask"
            icon={<ArrowUp size={16} aria-hidden />}
            kind="primary"
            type="submit"
            isDisabled={text.trim() === ''}
          />
        )}
      </div>
    </Form>
  )
}
