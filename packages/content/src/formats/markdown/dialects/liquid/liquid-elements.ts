import { CALLOUT_KINDS } from '../parts/callout-kinds.ts'
import type { Shortcode } from '../parts/shortcode.ts'
import type { ShortcodeElement } from '../parts/shortcode-elements.ts'

type Writer = (code: Shortcode, value: (...names: string[]) => string | undefined) => ShortcodeElement

const NOTHING: ShortcodeElement = { text: '' }

const callout: Writer = (_code, value) => {
  const kind = (value('style', 'type', 'kind', 'variant', 'level') ?? 'note').toLowerCase()
  const type = CALLOUT_KINDS.has(kind) ? kind : 'note'
  return { name: 'docent-callout', attributes: { type, title: value('title') } }
}
const tabs: Writer = () => ({ name: 'docent-tabs', attributes: {} })
const titled: Writer = ({ positional }, value) => ({
  name: 'docent-group',
  attributes: { title: value('title', 'label', 'heading') ?? positional[0] },
})
const details: Writer = (_code, value) => ({
  name: 'docent-details',
  attributes: { title: value('title', 'summary', 'label') },
})
const address: Writer = ({ positional }, value) => {
  const url = value('url', 'src') ?? positional[0]
  return url === undefined ? NOTHING : { text: url, isBlock: true }
}
const request: Writer = (_code, value) => {
  const [method = '', path = ''] = [value('method')?.toUpperCase(), value('path')]
  const title = [`${method} ${path}`.trim(), value('summary')].filter(Boolean).join(': ')
  return title === '' ? NOTHING : { name: 'docent-group', attributes: { title } }
}
const included: Writer = ({ positional }, value) => {
  const file = value('file', 'src') ?? positional[0]
  return file === undefined ? NOTHING : { name: 'docent-absent', attributes: { file } }
}

const WRITERS: Readonly<Record<string, Writer>> = {
  hint: callout,
  callout,
  admonition: callout,
  alert: callout,
  tabs,
  tab: ({ positional }, value) => ({
    name: 'docent-tab',
    attributes: { title: value('title', 'label', 'name', 'header') ?? positional[0] },
  }),
  code: titled,
  details,
  accordion: details,
  expandable: details,
  embed: address,
  youtube: address,
  file: (_code, value) => {
    const source = value('src')
    const text = value('caption', 'name') ?? source?.split('/').at(-1) ?? ''
    return source === undefined ? NOTHING : { text: `[${text}](${source})`, isBlock: true }
  },
  swagger: request,
  'swagger-parameter': (_code, value) => ({
    name: 'docent-group',
    attributes: { title: [value('name'), value('type')].filter(Boolean).join(' ') },
  }),
  'swagger-response': (_code, value) => ({
    name: 'docent-group',
    attributes: { title: [value('status'), value('description')].filter(Boolean).join(' ') },
  }),
  openapi: request,
  'openapi-operation': request,
  include: included,
  partial: included,
  img: (_code, value) => picture(value('src'), value('alt', 'title')),
  image: (_code, value) => picture(value('src'), value('alt', 'title')),
  figure: (_code, value) => picture(value('src'), value('alt', 'title', 'caption')),
}

function picture(src: string | undefined, alt: string | undefined): ShortcodeElement {
  return src === undefined ? NOTHING : { name: 'docent-figure', attributes: { src, alt: alt ?? '' } }
}

const HEADING = /^[ \t>]*#{1,6}[ \t]/
const ID = /^#([\w-]{1,200})$/

/**
 * How tags of GitBook and Markdoc are shown. What only arranges, decides or computes goes; its text stays.
 *
 * @param line what stands before the tag in its line
 */
export function liquidElement(code: Shortcode, line: string): ShortcodeElement {
  const { name, positional, named } = code
  if (name === '') {
    const id = positional.map((word) => ID.exec(word)?.[1]).find((found) => found !== undefined)
    return id !== undefined && HEADING.test(line) ? { text: `{#${id}}` } : NOTHING
  }
  const value = (...names: string[]) => names.map((each) => named.get(each)).find((found) => found)
  if (CALLOUT_KINDS.has(name) && !Object.hasOwn(WRITERS, name))
    return { name: 'docent-callout', attributes: { type: name, title: value('title') } }
  const writer = Object.hasOwn(WRITERS, name) ? WRITERS[name] : undefined
  if (writer !== undefined) return writer(code, value)
  const title = value('title', 'label', 'heading')
  return title === undefined ? NOTHING : { name: 'docent-group', attributes: { title } }
}
