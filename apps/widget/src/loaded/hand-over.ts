import { type HandedOver, safeAddress } from '@docent/client'
import { element, useStyles } from './drawing.ts'
import styles from './hand-over.css?inline'
import { HAND_OVER_TEXTS } from './hand-over-texts.ts'

/** What the site hears when somebody chose how to reach a person. */
export interface HandOverDetail {
  by: 'form' | 'email' | 'webhook'
  transcript: string
}

export interface HandOverOptions {
  lang: string
  /** Replaces single texts. */
  texts: Readonly<Record<string, unknown>>
  handOver: (request: { send?: boolean; contact?: string }) => Promise<HandedOver>
  /** False where the site leads on by itself. */
  onChoice: (detail: HandOverDetail) => boolean
}

export interface HandOverModule {
  showHandOver: typeof showHandOver
}

/** A button that leads to a person. It shows what they would see, and sends nothing before the reader chooses a way. */
export function showHandOver(place: HTMLElement, options: HandOverOptions): void {
  useStyles(place, styles)
  const texts = textsFor(options)
  const alert = element('p', { role: 'alert' })
  const attempt = async (button: HTMLButtonElement, request: { send?: boolean; contact?: string }) => {
    alert.textContent = ''
    button.disabled = true
    try {
      show(await options.handOver(request))
    } catch (error) {
      console.warn('docent-assistant: the conversation could not be handed over.', error)
      alert.textContent = texts.handOverFailed
      button.disabled = false
    }
  }
  const show = ({ url, email, canSend, sent, transcript }: HandedOver) => {
    if (sent) {
      place.replaceChildren(element('p', { role: 'status' }, texts.handOverSent))
      options.onChoice({ by: 'webhook', transcript })
      return
    }
    const about = element('p', { tabindex: '-1' }, texts.handOverAbout)
    const link = (address: string | null, by: 'form' | 'email', text: string) => {
      const href = address === null ? undefined : safeAddress(address)
      if (href === undefined) return []
      const target = by === 'form' ? { target: '_blank', rel: 'noreferrer' } : {}
      const made = element('a', { class: 'quiet', href, ...target }, text)
      made.addEventListener('click', (event) => {
        if (!options.onChoice({ by, transcript })) event.preventDefault()
      })
      return [made]
    }
    place.replaceChildren(
      about,
      element('pre', { tabindex: '0', dir: 'auto' }, transcript),
      element(
        'div',
        { class: 'actions' },
        ...link(url, 'form', texts.handOverForm),
        ...link(email, 'email', texts.handOverEmail),
      ),
      ...(canSend ? [form()] : []),
      alert,
    )
    about.focus()
  }
  const form = () => {
    const contact = element('input', { type: 'email', autocomplete: 'email', maxlength: '300' })
    const button = element('button', { class: 'quiet' }, texts.handOverSend)
    const made = element('form', {}, element('label', {}, texts.handOverContact, contact), button)
    made.addEventListener('submit', (event) => {
      event.preventDefault()
      const written = contact.value.trim()
      void attempt(button, { send: true, ...(written !== '' && { contact: written }) })
    })
    return made
  }
  const begin = element('button', { type: 'button', class: 'quiet' }, texts.askPerson)
  begin.addEventListener('click', () => void attempt(begin, {}))
  place.replaceChildren(begin, alert)
}

function textsFor({ lang, texts }: HandOverOptions): (typeof HAND_OVER_TEXTS)['en'] {
  const known = Object.entries(HAND_OVER_TEXTS).find(([name]) => name === lang.toLowerCase().split('-')[0])
  const own = Object.entries(texts).filter(
    ([name, text]) => name in HAND_OVER_TEXTS.en && typeof text === 'string',
  )
  return { ...(known?.[1] ?? HAND_OVER_TEXTS.en), ...Object.fromEntries(own) }
}
