import { useLayoutEffect, useState } from 'preact/hooks'
import type { Options } from '../options.ts'
import { codeAt, currentSelection, type PageSelection } from '../page-context.ts'
import type { Texts } from '../texts/texts.ts'
import { SparkIcon } from './icons.tsx'

export interface AskAboutProps {
  host: Element
  askAbout: Options['askAbout']
  texts: Texts
  onAsk: (selection: PageSelection) => void
}

/** A button beside what is selected in the page, and on the block of code under the pointer. */
export function AskAbout({ host, askAbout, texts, onAsk }: AskAboutProps) {
  const [about, setAbout] = useState<PageSelection | undefined>()
  useLayoutEffect(() => {
    let hasSelection = false
    const onSelection = () => {
      const selection = askAbout.has('selection') ? currentSelection(host) : undefined
      if (selection === undefined && !hasSelection) return
      hasSelection = selection !== undefined
      setAbout(selection)
    }
    const onPoint = (event: Event) => {
      if (hasSelection || event.composedPath().includes(host)) return
      setAbout(askAbout.has('code') ? codeAt(event.target, host) : undefined)
    }
    const onScroll = () => setAbout(undefined)
    document.addEventListener('selectionchange', onSelection)
    document.addEventListener('pointerover', onPoint, { passive: true })
    document.addEventListener('focusin', onPoint)
    document.addEventListener('scroll', onScroll, { passive: true, capture: true })
    return () => {
      document.removeEventListener('selectionchange', onSelection)
      document.removeEventListener('pointerover', onPoint)
      document.removeEventListener('focusin', onPoint)
      document.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [host, askAbout])
  if (about === undefined) return null
  const { rect } = about
  const top = Math.min(Math.max(rect.top - 36, 4), innerHeight - 40)
  const left = Math.min(Math.max(rect.right - 140, 4), innerWidth - 160)
  return (
    <button
      type="button"
      class="ask-about"
      style={{ top: `${top}px`, left: `${left}px` }}
      // The selection must survive the press.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        setAbout(undefined)
        onAsk(about)
      }}
    >
      <SparkIcon /> {texts.askAbout}
    </button>
  )
}
