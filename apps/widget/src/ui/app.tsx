import type { ContextItem } from '@docent/client'
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Conversation } from '../conversation.ts'
import type { ShowPart } from '../loaded/load-part.ts'
import type { Options } from '../options.ts'
import type { Texts } from '../texts/texts.ts'
import type { Turn } from '../turn.ts'
import { AskAbout } from './ask-about.tsx'
import { Chat } from './chat.tsx'
import { isComposing } from './composing.ts'
import { CloseIcon, NewIcon, SparkIcon } from './icons.tsx'
import { SearchBox } from './search-box.tsx'

/** What the element can make the interface do. */
export interface Controls {
  open(draft?: string): void
  close(): void
  ask(question: string): void
}

export interface AppProps {
  host: HTMLElement
  options: Options
  /** Address of the company's logo for the theme. */
  logo: string | undefined
  /** Shows how readers reach a person. Undefined where nobody can. */
  showHandOver: ShowPart | undefined
  showVariants: ShowPart | undefined
  texts: Texts
  conversation: Conversation
  /** Dispatches an event of the element. */
  emit: (name: string, detail: object) => void
  onControls: (controls: Controls) => void
}

/** Below this width the panel covers the page, and is a dialog that keeps the focus. */
const NARROW = '(max-width: 640px)'

/**
 * Listeners and focus are layout effects here and below: they are in place before the browser takes the next key.
 * Other effects wait for a paint, and a key that comes before it is lost.
 */
export function App({
  host,
  options,
  logo,
  showHandOver,
  showVariants,
  texts,
  conversation,
  emit,
  onControls,
}: AppProps) {
  const { mode } = options
  const isInline = mode === 'inline'
  /** A logo that the policy of the site does not let in. */
  const [missing, setMissing] = useState<string>()
  const [isOpen, setOpen] = useState(isInline)
  const [draft, setDraft] = useState('')
  const [context, setContext] = useState<readonly ContextItem[]>([])
  const [focusRequest, setFocusRequest] = useState(0)
  const [searchRequest, setSearchRequest] = useState(0)
  const { dialog, rememberOpener } = useDialog(isOpen && !isInline, mode, () => setOpen(false))

  const open = useCallback((text?: string) => {
    rememberOpener()
    if (text !== undefined) setDraft(text)
    setOpen(true)
    setFocusRequest((count) => count + 1)
    emit('open', {})
  }, [])
  const close = useCallback(() => {
    setOpen(isInline)
    emit('close', {})
  }, [isInline])
  const ask = useCallback(
    async (question: string, about: readonly ContextItem[] = []) => {
      if (conversation.isRunning) return
      setDraft('')
      setContext([])
      emit('ask', { question })
      const turn = await conversation.ask(question, about)
      if (turn?.failure) {
        emit('error', { question, reason: turn.failure.kind })
        setDraft((text) => (text === '' && turn.text === '' ? question : text))
      } else if (turn?.status === 'done')
        emit('answer', {
          question,
          answer: turn.text,
          sources: turn.sources,
          threadId: conversation.state.threadId,
        })
    },
    [conversation],
  )
  const askInPanel = (question: string) => {
    open()
    void ask(question)
  }
  const rate = async (turn: Turn, rating: 'up' | 'down', text?: string) => {
    emit('feedback', { question: turn.question, rating, text: text ?? '' })
    try {
      await conversation.rate(turn.id, rating, text)
    } catch (error) {
      console.warn('docent-assistant: the feedback could not be sent.', error)
    }
  }
  useLayoutEffect(() => onControls({ open, close, ask: askInPanel }), [open, close, ask])
  useHotkeys(options.hotkeys, (isSearch) => {
    if (mode === 'search') {
      // Beside an assistant, its panel takes ⌘I.
      if (!isSearch && document.querySelector('docent-assistant:not([mode=search],[mode=feedback])'))
        return false
      if (isSearch) {
        setSearchRequest((count) => count + 1)
        return true
      }
    }
    if (isOpen && !isInline) close()
    else open()
    return true
  })

  const chat = (
    <Chat
      conversation={conversation}
      texts={texts}
      questions={options.questions}
      draft={draft}
      context={context}
      focusRequest={focusRequest}
      onDraft={setDraft}
      onContext={setContext}
      onSend={() => void ask(draft, context)}
      onAsk={(question) => void ask(question)}
      onRate={rate}
      showHandOver={showHandOver}
    />
  )
  const head = (
    <div class="head">
      {logo !== undefined && logo !== missing && (
        <img class="logo" src={logo} alt="" height={20} onError={() => setMissing(logo)} />
      )}
      <h2>{texts.title}</h2>
      {showVariants && <div class="variants" ref={showVariants} />}
      <button
        type="button"
        class="icon"
        aria-label={texts.newConversation}
        onClick={() => conversation.reset()}
      >
        <NewIcon />
      </button>
      {!isInline && (
        <button type="button" class="icon" aria-label={texts.close} onClick={close}>
          <CloseIcon />
        </button>
      )}
    </div>
  )
  return (
    <div class={`docent-tokens root ${options.theme} ${options.side}`} lang={options.lang}>
      {mode === 'search' && (
        <SearchBox
          conversation={conversation}
          texts={texts}
          focusRequest={searchRequest}
          hotkeys={options.hotkeys}
          onAsk={askInPanel}
          onSearch={(query, results) => emit('search', { query, results })}
        />
      )}
      {isInline && (
        <section class="inline" aria-label={texts.title}>
          {head}
          {chat}
        </section>
      )}
      {!isInline && options.launcher && mode !== 'search' && (
        <button
          type="button"
          class="launcher"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => open()}
        >
          <SparkIcon /> {texts.open}
        </button>
      )}
      {!isInline && (
        <dialog ref={dialog} class={mode === 'modal' ? 'modal' : 'panel'} aria-label={texts.title}>
          {isOpen && (
            <>
              {head}
              {chat}
            </>
          )}
        </dialog>
      )}
      {options.askAbout.size > 0 && (
        <AskAbout
          host={host}
          askAbout={options.askAbout}
          texts={texts}
          onAsk={({ item }) => {
            setContext([item])
            open()
          }}
        />
      )}
    </div>
  )
}

/** Opens and closes the dialog: beside the page in a wide window, above it in a narrow one. Gives the focus back. */
function useDialog(isOpen: boolean, mode: Options['mode'], onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  const opener = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null || element.open === isOpen) return
    if (!isOpen) {
      element.close()
      opener.current?.focus()
      return
    }
    if (mode === 'modal' || matchMedia(NARROW).matches) element.showModal()
    else element.show()
    element.querySelector('textarea')?.focus()
  }, [isOpen, mode])
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isComposing(event)) return
      event.stopPropagation()
      onClose()
    }
    element.addEventListener('keydown', onKeyDown)
    // The event comes a task later, by when the dialog may be open again.
    const onClosed = () => {
      if (!element.open) onClose()
    }
    element.addEventListener('close', onClosed)
    return () => {
      element.removeEventListener('keydown', onKeyDown)
      element.removeEventListener('close', onClosed)
    }
  }, [onClose])
  const rememberOpener = () => {
    if (!dialog.current?.open) opener.current = deepActiveElement()
  }
  return { dialog, rememberOpener }
}

/** ⌘K searches where there is a search box and opens the panel elsewhere, ⌘I opens it; Ctrl on other systems. */
function useHotkeys(isOn: boolean, onKey: (isSearch: boolean) => boolean): void {
  const handler = useRef(onKey)
  handler.current = onKey
  useLayoutEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      if (!(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey || (key !== 'k' && key !== 'i'))
        return
      // A site that has its own meaning for the keys has handled them already.
      if (event.defaultPrevented) return
      if (handler.current(key === 'k')) event.preventDefault()
    }
    // The search of a site may listen to the window as well, and later: only the last listener knows.
    const becomeLast = () => {
      window.removeEventListener('keydown', onKeyDown)
      window.addEventListener('keydown', onKeyDown)
    }
    window.addEventListener('keydown', becomeLast, true)
    return () => {
      window.removeEventListener('keydown', becomeLast, true)
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [isOn])
}

function deepActiveElement(): HTMLElement | null {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active instanceof HTMLElement ? active : null
}
