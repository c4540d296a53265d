import type { CodeBlock, TextBlock } from './scan/block.ts'
import type { InlineToken } from './scan/inline-token.ts'
import { attributeValue, type Tag } from './scan/scan-tag.ts'

/** Words on both sides of these are apart. */
const APART = /^(?:br|dd|div|dt|li|p|td|th|tr)$/
const TITLES = ['title', 'label', 'heading', 'header', 'name', 'path', 'query', 'body']
const TEXTS = ['type', 'description', 'summary', 'caption', 'text']

/** The Markdown of a text block with tags reduced to their texts, comments gone and JSX indentation taken off. */
export function readableText(source: string, block: TextBlock, tokens: readonly InlineToken[]): string {
  const edits: { start: number; end: number; text: string }[] = []
  const anchors: { edit: { text: string }; href: string; name: string }[] = []
  for (const token of tokens) {
    if (token.kind === 'comment') edits.push({ start: token.start, end: token.end, text: '' })
    if (token.kind !== 'tag') continue
    const edit = { start: token.start, end: token.end, text: tagText(token.tag) }
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

function tagText(tag: Tag): string {
  const space = APART.test(tag.name) ? ' ' : ''
  if (tag.closing || tag.attributes.length === 0) return space
  const href = attributeValue(tag, 'href')
  const source = attributeValue(tag, 'src')
  const alternative = attributeValue(tag, 'alt')
  if (source !== undefined && alternative !== undefined) return `![${alternative}](${source})`
  if (!/^[A-Z]/.test(tag.name)) {
    const title = attributeValue(tag, 'title') ?? alternative
    return title === undefined ? space : `${title} `
  }
  const titles = TITLES.map((name) => attributeValue(tag, name)).filter((value) => value !== undefined)
  const texts = TEXTS.map((name) => attributeValue(tag, name)).filter((value) => value !== undefined)
  const tip = attributeValue(tag, 'tip')
  if (alternative !== undefined) texts.push(alternative)
  if (tip !== undefined) texts.push(`(${tip})`)
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
