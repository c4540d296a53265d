/** Markup that is safe to send: its texts are escaped already. */
export class Html {
  constructor(readonly markup: string) {}
}

/** What can stand in a template: text is escaped, markup is not, `undefined` and `false` show nothing. */
export type HtmlValue = Html | string | number | undefined | false | readonly HtmlValue[]

/**
 * Markup from a template whose values are escaped, for elements and quoted attributes.
 *
 * @example
 * html`<a href="${url}">${title}</a>`.markup
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(
    parts.map((part, index) => part + (index < values.length ? markupOf(values[index]) : '')).join(''),
  )
}

function markupOf(value: HtmlValue): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.markup
  if (typeof value === 'object') return value.map(markupOf).join('')
  return escapeHtml(String(value))
}

/** Text for an element or a quoted attribute, where markup is put together as text. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
