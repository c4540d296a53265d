import type { SearchResult } from '@docent/client'
import { safeAddress } from '@docent/client'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Conversation } from '../conversation.ts'
import { excerptOf, wordsOf } from '../excerpt.ts'
import { fill, type Texts } from '../texts/texts.ts'
import { isComposing } from './composing.ts'
import { SearchIcon, SparkIcon } from './icons.tsx'

export interface SearchBoxProps {
  conversation: Conversation
  texts: Texts
  focusRequest: number
  /** ⌘K comes here. */
  hotkeys: boolean
  onAsk: (question: string) => void
  onSearch: (query: string, results: number) => void
}

const PAUSE_MS = 120
const KEYS = /Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K'
/** Between the list and the sides of the page, pixels. */
const MARGIN = 16
/** Name of the option that hands the query to the assistant; those of results begin with their path. */
const ASK = 'ask'

/** A search as one types: pages below the box, and the question to the assistant after them. */
export function SearchBox({ conversation, texts, focusRequest, hotkeys, onAsk, onSearch }: SearchBoxProps) {
  const [query, setQuery] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string | undefined>()
  const { results, found } = useResults(conversation, query, onSearch)
  // What is chosen stays chosen when results arrive above it.
  const names = [...results.map(nameOf), ASK]
  const active = chosen === undefined ? -1 : names.indexOf(chosen)
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const isShown = isOpen && query.trim() !== ''
  const words = wordsOf(found)
  useLayoutEffect(() => {
    if (focusRequest > 0) box.current?.focus()
  }, [focusRequest])
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  useLayoutEffect(() => {
    if (isShown && list.current) keepInView(list.current)
  }, [isShown, query])

  const ask = () => {
    setOpen(false)
    onAsk(query.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') setOpen(false)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : active < 0 ? 0 : -1
      setChosen(names[(active + step + names.length) % names.length])
    } else if (event.key === 'Enter' && isShown) {
      event.preventDefault()
      const result = results[active]
      const address = safeAddress(result?.metadata.url)
      if (address !== undefined) location.assign(address)
      else if (result !== undefined) return
      else if (active === results.length || event.metaKey || event.ctrlKey || found === query) ask()
    }
  }
  return (
    <div
      class="search"
      onFocusOut={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOpen(false)
      }}
    >
      <div class="field">
        <SearchIcon />
        <input
          ref={box}
          enterkeyhint="search"
          // biome-ignore lint/a11y/noRedundantRoles: an input has this role only with a list of its own
          role="combobox"
          list={undefined}
          autocomplete="off"
          value={query}
          placeholder={texts.searchPlaceholder}
          aria-label={texts.searchLabel}
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
          onInput={(event) => {
            setQuery(event.currentTarget.value)
            setChosen(undefined)
            setOpen(true)
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
        {hotkeys && query === '' && <kbd>{KEYS}</kbd>}
      </div>
      <p class="hidden" role="status">
        {isShown && found === query ? fill(texts.resultCount, { count: results.length }) : ''}
      </p>
      <div
        class="results"
        id={`${id}-list`}
        role="listbox"
        aria-label={texts.searchLabel}
        ref={list}
        hidden={!isShown}
      >
        {results.map((result, index) => (
          <a
            key={nameOf(result)}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            href={safeAddress(result.metadata.url) ?? '#'}
            onMouseEnter={() => setChosen(nameOf(result))}
          >
            <strong>{marked(result.metadata.title, words)}</strong>
            <span>
              {marked(
                [...new Set(result.metadata.headings)]
                  .filter((text) => text !== result.metadata.title)
                  .join(' › '),
                words,
              )}
            </span>
            <small>{marked(excerptOf(result.content, 140, words), words)}</small>
          </a>
        ))}
        {found === query && results.length === 0 && <p>{fill(texts.noResults, { query })}</p>}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus and names the active option */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the box takes the keys */}
        <div
          id={`${id}-${results.length}`}
          role="option"
          class="ask"
          aria-selected={active === results.length}
          onMouseEnter={() => setChosen(ASK)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={ask}
        >
          <SparkIcon /> {fill(texts.askInstead, { query })}
        </div>
      </div>
    </div>
  )
}

/** Every second part is a word of the query. */
function marked(text: string, words: RegExp | undefined) {
  if (words === undefined) return text
  return text.split(words).map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))
}

/** The box may stand near either side of the page, and the list is wider. */
function keepInView(list: HTMLElement): void {
  list.style.translate = ''
  const { left, right } = list.getBoundingClientRect()
  const over = Math.min(0, document.documentElement.clientWidth - MARGIN - right)
  list.style.translate = `${Math.max(MARGIN - left, over)}px`
}

/** Results of the newest query that was answered; `found` is that query. */
function useResults(conversation: Conversation, query: string, onSearch: SearchBoxProps['onSearch']) {
  const [state, setState] = useState<{ results: SearchResult[]; found: string }>({ results: [], found: '' })
  useEffect(() => {
    if (query.trim() === '') return setState({ results: [], found: '' })
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const results = bestOfEachPage(await conversation.search(query, abort.signal))
        setState({ results, found: query })
        onSearch(query, results.length)
      } catch (error) {
        // What was found before stays, and the question can still be asked.
        if (!abort.signal.aborted) console.warn('docent-assistant: the search failed.', error)
      }
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [query, conversation])
  return state
}

function nameOf({ path, metadata }: SearchResult): string {
  return `${path}#${metadata.headings.join()}`
}

function bestOfEachPage(results: SearchResult[]): SearchResult[] {
  return [...new Map(results.toReversed().map((result) => [result.path, result])).values()].reverse()
}
