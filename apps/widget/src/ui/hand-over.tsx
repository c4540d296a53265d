import { type HandedOver, safeAddress } from '@docent/client'
import { useRef, useState } from 'preact/hooks'
import type { Conversation } from '../conversation.ts'
import type { Texts } from '../texts/texts.ts'

/** What the site hears when somebody chose how to reach a person. */
export interface HandOverDetail {
  by: 'form' | 'email' | 'webhook'
  transcript: string
}

export interface HandOverProps {
  conversation: Conversation
  texts: Texts
  /** False where the site leads on by itself. */
  onChoice: (detail: HandOverDetail) => boolean
}

/** Leads to a person. Shows what they would see, and sends nothing before the reader chooses a way. */
export function HandOver({ conversation, texts, onChoice }: HandOverProps) {
  const [ways, setWays] = useState<HandedOver>()
  const [state, setState] = useState<'idle' | 'busy' | 'sent' | 'failed'>('idle')
  const contact = useRef<HTMLInputElement>(null)
  const attempt = async (request: { send?: boolean; contact?: string }) => {
    setState('busy')
    try {
      const found = await conversation.handOver(request)
      setWays(found)
      setState(found.sent ? 'sent' : 'idle')
      if (found.sent) onChoice({ by: 'webhook', transcript: found.transcript })
    } catch (error) {
      console.warn('docent-assistant: the conversation could not be handed over.', error)
      setState('failed')
    }
  }
  if (ways === undefined)
    return (
      <div class="hand-over">
        <button type="button" class="quiet" disabled={state === 'busy'} onClick={() => void attempt({})}>
          {texts.askPerson}
        </button>
        {state === 'failed' && <span role="alert">{texts.handOverFailed}</span>}
      </div>
    )
  const { url, email, canSend, transcript } = ways
  const choose = (event: Event, by: 'form' | 'email') => {
    if (!onChoice({ by, transcript })) event.preventDefault()
  }
  const send = (event: Event) => {
    event.preventDefault()
    const written = contact.current?.value.trim() ?? ''
    void attempt({ send: true, ...(written !== '' && { contact: written }) })
  }
  return (
    <section class="hand-over" aria-label={texts.askPerson}>
      {state === 'sent' ? (
        <p role="status">{texts.handOverSent}</p>
      ) : (
        <>
          <p>{texts.handOverAbout}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll with the keyboard */}
          <pre tabIndex={0} dir="auto">
            {transcript}
          </pre>
          <div class="actions">
            {url !== null && (
              <a
                class="quiet"
                href={safeAddress(url) ?? '#'}
                target="_blank"
                rel="noreferrer"
                onClick={(event) => choose(event, 'form')}
              >
                {texts.handOverForm}
              </a>
            )}
            {email !== null && (
              <a class="quiet" href={safeAddress(email) ?? '#'} onClick={(event) => choose(event, 'email')}>
                {texts.handOverEmail}
              </a>
            )}
          </div>
          {canSend && (
            <form onSubmit={send}>
              <label>
                {texts.handOverContact}
                <input ref={contact} type="email" autocomplete="email" maxLength={300} />
              </label>
              <button type="submit" class="quiet" disabled={state === 'busy'}>
                {texts.handOverSend}
              </button>
            </form>
          )}
          {state === 'failed' && <p role="alert">{texts.handOverFailed}</p>}
        </>
      )}
    </section>
  )
}
