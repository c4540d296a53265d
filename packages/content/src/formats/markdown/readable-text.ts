import { propTexts } from './component-props.ts'
import { withEmoji } from './dialects/emoji.ts'
import { CALLOUT_KINDS } from './dialects/parts/callout-kinds.ts'
import type { CodeBlock, TextBlock } from './scan/block.ts'
import { decodeEntities } from './scan/decode-entities.ts'
import type { InlineToken } from './scan/inline-token.ts'
import { attributeValue, type Tag } from './scan/scan-tag.ts'

/** Words on both sides of these are apart. */
const APART = /^(?:br|dd|div|dt|li|p|td|th|tr)$/
const TITLES = ['title', 'label', 'heading', 'header', 'name', 'path', 'query', 'body']
const TEXTS = ['type', 'description', 'summary', 'hint', 'caption', 'text', 'cta']
/** Components whose type is no text, and callouts that are called by it. */
const WITH_TYPE = /^(?:Aside|Admonition|Alert|Callout|Accordions|AccordionGroup)$/
const CALLED_BY_TYPE = /^A(?:side|dmonition)$/
/** Components whose title is in other props. */
const OWN_TITLES: ReadonlyMap<string, readonly string[]> = new Map([['Color.Item', ['name', 'value']]])

/** The Markdown of a text block with tags reduced to their texts, comments gone and JSX indentation taken off. */
export function readableText(source: string, block: TextBlock, tokens: readonly InlineToken[]): string {
  return withEmoji(withPlainAlerts(withoutData(withoutImports(withoutTags(source, block, tokens)))))
}

/** Docusaurus reads `.md` as MDX: `import Tabs from '@theme/Tabs'`. */
const IMPORT = /^import[ \t][^\n'"]{1,300}[ \t]from[ \t]+['"][^'"\n]{1,300}['"];?[ \t]*$/gm

function withoutImports(text: string): string {
  return text.startsWith('import ') ? text.replace(IMPORT, '').trim() : text
}

/** Pictures that stand in the page itself: `![x](data:image/png;base64,…)`. */
const DATA = /(?<=\]\(|\]:[ \t]{0,3})<?data:[^\s()<>]*>?/g

function withoutData(text: string): string {
  return text.includes('data:') ? text.replaceAll(DATA, '') : text
}

/** `> [!NOTE]`, with a title behind it where a generator allows one. */
const ALERT = /^((?:[ \t]{0,3}>)+[ \t]?)\[!([A-Za-z]{1,20})\][+-]?[ \t]*(.*)$/gm

function withPlainAlerts(text: string): string {
  if (!text.includes('[!')) return text
  return text.replace(ALERT, (whole, before: string, kind: string, title: string) =>
    CALLOUT_KINDS.has(kind.toLowerCase()) ? `${before}**${title === '' ? kind : title}**` : whole,
  )
}

function withoutTags(source: string, block: TextBlock, tokens: readonly InlineToken[]): string {
  const edits: { start: number; end: number; text: string }[] = []
  const anchors: { edit: { text: string }; href: string; name: string }[] = []
  for (const token of tokens) {
    if (token.kind === 'comment') edits.push({ start: token.start, end: token.end, text: '' })
    if (token.kind === 'expression')
      edits.push({ ...token, text: LITERAL.exec(source.slice(token.start, token.end))?.[2] ?? '' })
    if (token.kind !== 'tag') continue
    const edit = { start: token.start, end: token.end, text: tagText(token.tag, source) }
    edits.push(edit)
    const { name, closing, selfClosing } = token.tag
    if (closing && anchors.at(-1)?.name === name) {
      const opening = anchors.pop()
      if (opening === undefined || opening.href === '') continue
      opening.edit.text = '['
      edit.text = `](${opening.href})`
    } else if (!closing && !selfClosing && isLink(token.tag)) {
      anchors.push({ edit, href: attributeValue(token.tag, 'href') ?? '', name })
    }
  }
  if (edits.length === 0) return dedent(source.slice(block.start, block.end), block.base).trimEnd()
  const parts: string[] = []
  let at = block.start
  for (const edit of edits) {
    if (edit.start < at) continue
    parts.push(source.slice(at, edit.start))
    const glued = edit.text !== '' && /[^\s\]([]$/.test(edit.text) && /\w/.test(source[edit.end] ?? '')
    parts.push(glued && !edit.text.startsWith('](') ? `${edit.text} ` : edit.text)
    at = edit.end
  }
  parts.push(source.slice(at, block.end))
  return dedent(parts.join(''), block.base)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n')
}

/** `<a>`, and a component that is one: with an address and no title of its own. */
function isLink(tag: Tag): boolean {
  if (tag.name === 'a') return true
  return (
    attributeValue(tag, 'href') !== undefined &&
    TITLES.every((name) => attributeValue(tag, name) === undefined)
  )
}

/** A code block as a fence of its own. */
export function readableCode(source: string, block: CodeBlock): string {
  const text = dedent(source.slice(block.start, block.end), block.base)
  if (!block.fenced || block.closed) return text
  const mark = /`{3,}|~{3,}/.exec(text)?.[0] ?? '```'
  return `${text.trimEnd()}\n${mark}`
}

/** An expression that is nothing but a text. */
const LITERAL = /^\{\s*(["'`])((?:(?!\1)[^\\\n$])*)\1\s*\}$/

/** What stands in the place of a mark of a generator: its title, or the kind of a callout. */
function dialectText(tag: Tag): string {
  // A title with marks of its own stands below.
  if (tag.closing || attributeValue(tag, 'titled') !== undefined) return ''
  const value = (name: string) => decodeEntities(attributeValue(tag, name) ?? '')
  if (tag.name === 'docent-callout') {
    const title = value('title') || capitalized(value('type'))
    return title === '' || attributeValue(tag, 'untitled') !== undefined ? '' : `**${title}**`
  }
  if (tag.name === 'docent-figure') return `![${value('alt')}](${value('src')})`
  const title = value('title')
  if (title === '') return ''
  return value('href') === '' ? `**${title}**` : `[${title}](${value('href')})`
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
}

function tagText(tag: Tag, page: string): string {
  if (tag.name.startsWith('docent-')) return dialectText(tag)
  const space = APART.test(tag.name) ? ' ' : ''
  if (tag.closing) return space
  if (CALLED_BY_TYPE.test(tag.name))
    return `**${attributeValue(tag, 'title') ?? capitalized(attributeValue(tag, 'type') ?? 'note')}**`
  if (tag.attributes.length === 0) return space
  if (tag.name === 'Icon') return ''
  const href = attributeValue(tag, 'href')
  const source = attributeValue(tag, 'src')
  const alternative = attributeValue(tag, 'alt')
  if (source !== undefined && alternative !== undefined)
    return `![${alternative}](${source.startsWith('data:') ? '' : source})`
  if (!/^[A-Z]/.test(tag.name)) {
    const title = attributeValue(tag, 'title') ?? alternative
    return title === undefined ? space : `${title} `
  }
  const names =
    /^Tab(?:Item)?$/.test(tag.name) &&
    ['title', 'label'].every((name) => attributeValue(tag, name) === undefined)
      ? ['value']
      : (OWN_TITLES.get(tag.name) ?? TITLES)
  const titles = names.map((name) => attributeValue(tag, name)).filter((value) => value !== undefined)
  const texts = TEXTS.filter((name) => name !== 'type' || !WITH_TYPE.test(tag.name))
    .map((name) => attributeValue(tag, name))
    .filter((value) => value !== undefined)
  const headline = attributeValue(tag, 'headline')
  const tip = [headline, attributeValue(tag, 'tip')].filter((value) => value !== undefined).join(': ')
  if (alternative !== undefined) texts.push(alternative)
  if (tip !== '') texts.push(`(${tip})`)
  texts.push(...propTexts(tag, page))
  const title = titles.filter((value) => value !== '').join(' ')
  if (href !== undefined) texts.unshift(title === '' ? `(${href})` : `[${title}](${href})`)
  else if (title !== '') texts.unshift(`**${title}**`)
  return texts.join(' ')
}

/** Takes at most `columns` spaces or tabs off the start of each line. */
function dedent(text: string, columns: number): string {
  if (columns === 0) return text.includes('\r') ? text.replaceAll('\r', '') : text
  return text.replaceAll('\r', '').replace(new RegExp(`^[ \\t]{1,${columns}}`, 'gm'), '')
}
