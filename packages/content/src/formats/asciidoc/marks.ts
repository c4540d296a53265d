/**
 * Marks that stand for those of Markdown while Asciidoctor reads a text: it would take `**` for a mark of its own in
 * the next pass.
 */
export const STRONG = '\ue001'
export const EMPHASIS = '\ue002'
export const CODE = '\ue003'

const MARKDOWN: Readonly<Record<string, string>> = { [STRONG]: '**', [EMPHASIS]: '*', [CODE]: '`' }
const ENTITY = /&(?:#(\d{1,7})|(lt|gt|amp|quot|nbsp));/g
const NAMES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ' }
const LINKED_CODE = /`\[([^\]`\n]{1,300})\]\(([^)`\s]{1,1000})\)`/g

/** A converted text as Markdown: with its marks, and with characters in place of entities. */
export function finished(text: string): string {
  const parts = text.split(CODE)
  const written = parts
    .map((part, at) => {
      const isCode = at % 2 === 1 && at < parts.length - 1
      // In code nothing is a mark; elsewhere a bracket that stays an entity opens no tag.
      return isCode ? decoded(withoutMarks(part), '') : decoded(part, 'lt')
    })
    .join('`')
  return written.replace(/[\ue001\ue002]/g, (mark) => MARKDOWN[mark] ?? '').replace(LINKED_CODE, '[`$1`]($2)')
}

/** A text without marks and entities, for a title. */
export function plain(text: string): string {
  return decoded(withoutMarks(text), '').replace(/`/g, '')
}

function withoutMarks(text: string): string {
  return text.replace(/[\ue001-\ue003]/g, '')
}

function decoded(text: string, kept: string): string {
  if (!text.includes('&')) return text
  return text.replace(ENTITY, (written, digits?: string, name?: string) => {
    if (name !== undefined) return name === kept ? written : (NAMES[name] ?? written)
    const code = Number(digits)
    // Zero-width spaces only let a browser break a line.
    if (code === 8203) return ''
    return code > 0x1f && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : written
  })
}
