/** What can be chosen about `<docent-assistant>`. Empty strings are the defaults, which need no attribute. */
export interface WidgetOptions {
  readonly mode: string
  readonly theme: string
  readonly side: string
  readonly lang: string
  readonly launcher: boolean
  readonly hotkeys: boolean
  readonly selection: boolean
  readonly code: boolean
  readonly countViews: boolean
  /** One a line. */
  readonly questions: string
  readonly version: string
  readonly language: string
  readonly tag: string
  readonly path: string
  /** JSON that replaces single texts. */
  readonly texts: string
}

export const DEFAULTS: WidgetOptions = {
  mode: '',
  theme: '',
  side: '',
  lang: '',
  launcher: true,
  hotkeys: true,
  selection: true,
  code: true,
  countViews: false,
  questions: '',
  version: '',
  language: '',
  tag: '',
  path: '',
  texts: '',
}

/** Name and value, in the order in which they are written; an empty value is an attribute without one. */
export type Attributes = readonly (readonly [name: string, value: string])[]

/** The attributes that differ from the defaults. */
export function attributesOf(options: WidgetOptions): Attributes {
  const { mode, theme, side, lang, version, language, tag, path, texts } = options
  const questions = options.questions
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const about = [options.selection && 'selection', options.code && 'code'].filter(Boolean).join(' ')
  const given: Record<string, string> = {
    mode,
    theme,
    side,
    lang,
    launcher: options.launcher ? '' : 'none',
    hotkeys: options.hotkeys ? '' : 'none',
    'ask-about': about === 'selection code' ? '' : about || 'none',
    questions: questions.length === 0 ? '' : JSON.stringify(questions),
    version,
    language,
    tag,
    path,
    texts: isTexts(texts) ? JSON.stringify(JSON.parse(texts)) : '',
  }
  const named = Object.entries(given).filter(([, value]) => value.trim() !== '')
  return options.countViews ? [...named, ['count-views', '']] : named
}

/** Whether it is an object of texts, as the widget reads it. */
export function isTexts(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
