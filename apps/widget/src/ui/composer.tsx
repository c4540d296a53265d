import type { ContextItem } from '@docent/client'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Texts } from '../texts/texts.ts'
import { isComposing } from './composing.ts'
import { CloseIcon, SendIcon, StopIcon } from './icons.tsx'

export interface ComposerProps {
  texts: Texts
  draft: string
  context: readonly ContextItem[]
  isRunning: boolean
  /** Changes when the box is to take the focus. */
  focusRequest: number
  onDraft: (text: string) => void
  onContext: (context: readonly ContextItem[]) => void
  onSend: () => void
  onStop: () => void
}

/** Longest question that the server takes. */
const MAX_QUESTION = 32_000

/** The box in which one asks. Enter sends, Shift and Enter begin a new line. */
export function Composer(props: ComposerProps) {
  const { texts, draft, context, isRunning, focusRequest, onDraft, onContext, onSend, onStop } = props
  const box = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    if (focusRequest > 0) box.current?.focus()
  }, [focusRequest])
  const submit = () => {
    if (!isRunning) onSend()
  }
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {context.map((item) => (
        <p class="about" key={item.value}>
          <q>{item.value.slice(0, 120)}</q>
          <button
            type="button"
            class="icon"
            aria-label={texts.removeContext}
            onClick={() => onContext(context.filter((other) => other !== item))}
          >
            <CloseIcon />
          </button>
        </p>
      ))}
      <div class="field">
        <textarea
          ref={box}
          rows={1}
          dir="auto"
          maxLength={MAX_QUESTION}
          value={draft}
          placeholder={texts.placeholder}
          aria-label={texts.placeholder}
          onInput={(event) => onDraft(event.currentTarget.value)}
          onKeyDown={(event) => {
            // While an input method composes, Enter takes its suggestion.
            if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
            event.preventDefault()
            submit()
          }}
        />
        {isRunning ? (
          <button type="button" class="send" aria-label={texts.stop} onClick={onStop}>
            <StopIcon />
          </button>
        ) : (
          <button type="submit" class="send" aria-label={texts.send} disabled={draft.trim() === ''}>
            <SendIcon />
          </button>
        )}
      </div>
    </form>
  )
}
