import { CALLOUT_KINDS } from './callout-kinds.ts'
import type { Shortcode } from './shortcode.ts'

/** What stands for a shortcode: an element around its text, a text, or nothing. */
export type ShortcodeElement =
  | { name: string; attributes: Readonly<Record<string, string | undefined>> }
  | ShortcodeText

export interface ShortcodeText {
  text: string
  /** It takes a line of its own. */
  isBlock?: boolean
}

/** Classes of colour of the themes, by what they mean. */
const COLOURS: Readonly<Record<string, string>> = { primary: 'note', secondary: 'note', orange: 'warning' }
const ADDRESSES: Readonly<Record<string, string>> = {
  youtube: 'https://www.youtube.com/watch?v=',
  vimeo: 'https://vimeo.com/',
}
const SILENT =
  /^(?:toc|children|childpages|section|section-index|icon|fa|br|hr|clear|comment|script|style|css|js|math|table|readmore|pagebreak)$/

type Writer = (code: Shortcode, value: (...names: string[]) => string | undefined) => ShortcodeElement

const group: Writer = (_code, value) => ({ name: 'docent-group', attributes: { title: value('title') } })
const tabs: Writer = () => ({ name: 'docent-tabs', attributes: {} })
const cards: Writer = () => ({ name: 'docent-cards', attributes: {} })
const reference: Writer = ({ positional }, value) => ({ text: value('path') ?? positional[0] ?? '' })
const details: Writer = ({ positional }, value) => ({
  name: 'docent-details',
  attributes: { title: value('title', 'summary', 'header') ?? positional[0] },
})
const picture: Writer = ({ positional }, value) => ({
  name: 'docent-figure',
  attributes: {
    src: value('src', 'link') ?? positional[0],
    alt: value('alt', 'title', 'caption'),
    caption: [value('title'), value('caption')].filter((text) => text !== undefined).join(' ') || undefined,
  },
})
const included: Writer = ({ positional }, value) => {
  const file = value('file', 'path', 'src') ?? positional[0]
  return file === undefined ? { text: '' } : { name: 'docent-absent', attributes: { file } }
}
const wordOf: Writer = ({ positional }, value) => ({
  text: value('text', 'title', 'name', 'label', 'term_id') ?? positional[0] ?? '',
})

const WRITERS: Readonly<Record<string, Writer>> = {
  tabs,
  tabpane: tabs,
  tab: ({ positional }, value) => ({
    name: 'docent-tab',
    attributes: { title: value('header', 'name', 'title', 'label') ?? positional[0] },
  }),
  details,
  expand: details,
  collapse: details,
  'docs/details': details,
  steps: () => ({ name: 'docent-steps', attributes: {} }),
  cards,
  cardpane: cards,
  columns: group,
  card: ({ positional }, value) => ({
    name: 'docent-card',
    attributes: { title: value('title', 'header') ?? positional[0], href: value('link', 'href', 'url') },
  }),
  button: ({ positional }, value) => ({
    name: 'a',
    attributes: { href: value('href', 'url', 'link', 'relref') ?? positional[0] },
  }),
  figure: picture,
  img: picture,
  image: picture,
  imgproc: picture,
  ref: reference,
  relref: reference,
  'docs/reference': reference,
  param: wordOf,
  'site-param': wordOf,
  heading: wordOf,
  glossary_tooltip: wordOf,
  include: included,
  readfile: included,
  codenew: included,
  code_sample: included,
  gist: ({ positional }) => ({
    text: `https://gist.github.com/${positional.slice(0, 2).join('/')}`,
    isBlock: true,
  }),
  tweet: ({ positional }, value) => {
    const [user, id] = [value('user'), value('id') ?? positional[0]]
    return { text: id === undefined ? '' : `https://x.com/${user ?? 'i'}/status/${id}`, isBlock: true }
  },
}

/** How the shortcodes of Hugo and of its usual themes for documentation are shown. */
export function shortcodeElement(code: Shortcode): ShortcodeElement {
  const { name, positional, named } = code
  const value = (...names: string[]) => names.map((each) => named.get(each)).find((found) => found)
  const kind = calloutKind(code)
  if (kind !== undefined) {
    const second = name === kind ? positional[0] : positional[1]
    return { name: 'docent-callout', attributes: { type: kind, title: value('title', 'heading') ?? second } }
  }
  const prefix = Object.hasOwn(ADDRESSES, name) ? ADDRESSES[name] : undefined
  const id = value('id') ?? positional[0]
  if (prefix !== undefined && id !== undefined)
    return { text: prefix + encodeURIComponent(id), isBlock: true }
  if (SILENT.test(name)) return { text: '' }
  const writer = Object.hasOwn(WRITERS, name) ? WRITERS[name] : undefined
  if (writer !== undefined) return writer(code, value)
  return {
    name: 'docent-shortcode',
    attributes: { name, title: value('title', 'header', 'heading', 'name') },
  }
}

/** `{{% alert color="warning" %}}`, `{{< hint info >}}`, `{{% notice tip "Title" %}}`, `{{< note >}}`. */
function calloutKind({ name, named, positional }: Shortcode): string | undefined {
  if (/^(?:alert|hint|notice|callout|admonition|pageinfo|blockquote)$/.test(name)) {
    const given = (
      named.get('type') ??
      named.get('color') ??
      named.get('style') ??
      positional[0] ??
      ''
    ).toLowerCase()
    return CALLOUT_KINDS.has(given) ? given : (COLOURS[given] ?? 'note')
  }
  return CALLOUT_KINDS.has(name) && name !== 'example' && name !== 'quote' ? name : undefined
}
