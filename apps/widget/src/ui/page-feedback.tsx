import { useState } from 'preact/hooks'
import type { Options } from '../options.ts'
import type { Texts } from '../texts/texts.ts'
import { DownIcon, UpIcon } from './icons.tsx'

export interface PageFeedbackProps {
  options: Options
  texts: Texts
  /** Resolves when the server has it. */
  onSend: (said: { helpful?: boolean; comment?: string }) => Promise<void>
}

type State = 'asking' | 'commenting' | 'thanked' | 'failed'

/** "Was this page helpful?", and for those who say no what is missing. */
export function PageFeedback({ options, texts, onSend }: PageFeedbackProps) {
  const [state, setState] = useState<State>('asking')
  const [helpful, setHelpful] = useState<boolean>()
  const [comment, setComment] = useState('')
  const send = async (said: Parameters<typeof onSend>[0], next: State) => {
    setState(next)
    try {
      await onSend(said)
    } catch (error) {
      setState('failed')
      console.warn('docent-assistant: the feedback could not be sent.', error)
    }
  }
  const rate = (value: boolean) => {
    if (helpful === value && state !== 'failed') return
    setHelpful(value)
    void send({ helpful: value }, value ? 'thanked' : 'commenting')
  }
  return (
    <section
      class={`docent-tokens root page-feedback ${options.theme}`}
      lang={options.lang}
      aria-label={texts.pageHelpful}
    >
      <p>{texts.pageHelpful}</p>
      <button type="button" class="quiet" aria-pressed={helpful === true} onClick={() => rate(true)}>
        <UpIcon /> {texts.yes}
      </button>
      <button type="button" class="quiet" aria-pressed={helpful === false} onClick={() => rate(false)}>
        <DownIcon /> {texts.no}
      </button>
      <span role="status">
        {state === 'thanked' && texts.feedbackThanks}
        {state === 'failed' && texts.feedbackFailed}
      </span>
      {state === 'commenting' && (
        <form
          class="feedback"
          onSubmit={(event) => {
            event.preventDefault()
            if (comment.trim() === '') setState('thanked')
            else void send({ comment: comment.trim() }, 'thanked')
          }}
        >
          <label>
            {texts.feedbackPrompt}
            <textarea
              rows={2}
              maxLength={4_000}
              value={comment}
              onInput={(event) => setComment(event.currentTarget.value)}
            />
          </label>
          <button type="submit">{texts.feedbackSend}</button>
        </form>
      )}
    </section>
  )
}
