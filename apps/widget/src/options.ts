import type { SearchFilter } from '@docent/client'
import type { Texts } from './texts/texts.ts'

/**
 * Where the widget appears: a side panel or a dialog behind a button, in the page's flow, or as a search box. `feedback`
 * asks whether the page helped, and nothing else.
 */
export type Mode = 'panel' | 'modal' | 'inline' | 'search' | 'feedback'

const MODES: readonly Mode[] = ['panel', 'modal', 'inline', 'search', 'feedback']
const THEMES = ['auto', 'light', 'dark'] as const
const SIDES = ['right', 'left'] as const
const ASK_ABOUT = ['selection', 'code'] as const

/** What the attributes of `<docent-assistant>` say. */
export interface Options {
  domain: string
  key: string
  /** Address of the server, without a trailing slash. */
  server: string
  mode: Mode
  theme: (typeof THEMES)[number]
  side: (typeof SIDES)[number]
  /** BCP 47; decides the texts. */
  lang: string
  /** Whether the button that opens the panel is shown. */
  launcher: boolean
  /** Whether ⌘K and ⌘I (Ctrl on other systems) open the widget. */
  hotkeys: boolean
  /** What of the page offers "Ask about this". */
  askAbout: ReadonlySet<(typeof ASK_ABOUT)[number]>
  /** Questions that an empty conversation offers. */
  questions: readonly string[]
  filter: SearchFilter | undefined
  /** Path or address of the page that feedback is about. Default: the page's own address. */
  path: string | undefined
  /** Whether the server counts views of the page. */
  countViews: boolean
  /** Replaces single texts. */
  texts: Partial<Texts>
}

/** Attributes that the element reacts to when they change. */
export const ATTRIBUTES = [
  'domain',
  'key',
  'server',
  'mode',
  'theme',
  'side',
  'lang',
  'launcher',
  'hotkeys',
  'ask-about',
  'questions',
  'version',
  'language',
  'tag',
  'texts',
  'path',
  'count-views',
] as const

/**
 * Reads the options of an element. What is wrong falls back to the default, with a warning that names the attribute.
 * @param server origin of the script that defined the element.
 */
export function readOptions(element: Element, server: string, warn: (message: string) => void): Options {
  const attribute = (name: (typeof ATTRIBUTES)[number]) => element.getAttribute(name)?.trim() || undefined
  const oneOf = <Value extends string>(
    name: (typeof ATTRIBUTES)[number],
    values: readonly Value[],
  ): Value => {
    const value = attribute(name)
    if (value !== undefined && !values.includes(value as Value))
      warn(`${name}="${value}" is not one of ${values.join(', ')}.`)
    return values.find((known) => known === value) ?? (values[0] as Value)
  }
  const json = <Value>(
    name: (typeof ATTRIBUTES)[number],
    isValid: (value: unknown) => boolean,
    fallback: Value,
  ): Value => {
    const text = attribute(name)
    if (text === undefined) return fallback
    const value = parse(text)
    if (isValid(value)) return value as Value
    warn(`${name} is not the JSON that it must be: ${text.slice(0, 80)}`)
    return fallback
  }
  for (const name of ['domain', 'key'] as const)
    if (attribute(name) === undefined) warn(`the attribute ${name} is missing.`)
  return {
    domain: attribute('domain') ?? '',
    key: attribute('key') ?? '',
    server: (attribute('server') ?? server).replace(/(?<!\/)\/+$/, ''),
    mode: oneOf('mode', MODES),
    theme: oneOf('theme', THEMES),
    side: oneOf('side', SIDES),
    lang: attribute('lang') ?? (document.documentElement.lang || navigator.language),
    launcher: attribute('launcher') !== 'none',
    hotkeys: attribute('hotkeys') !== 'none',
    askAbout: new Set(
      ASK_ABOUT.filter((what) => (attribute('ask-about') ?? 'selection code').includes(what)),
    ),
    questions: json('questions', isStringList, []),
    filter: filterOf(attribute('version'), attribute('language'), attribute('tag')),
    path: attribute('path'),
    countViews: element.hasAttribute('count-views') && attribute('count-views') !== 'none',
    texts: json('texts', (value) => typeof value === 'object' && value !== null, {}),
  }
}

function filterOf(version?: string, language?: string, tag?: string): SearchFilter | undefined {
  if (version === undefined && language === undefined && tag === undefined) return undefined
  return { ...(version && { version }), ...(language && { language }), ...(tag && { tag }) }
}

function isStringList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
