/** Marks that only a parser of Markdown can show in a title. */
const MARKUP = /[`*_[\]<>{}\\~]/

/**
 * Lines that open an element of ours around text that is still Markdown. A tag in lines of its own is read alike by
 * parsers of Markdown and of MDX.
 *
 * @param before what begins every line here: the indentation of a list, the marks of a quote
 */
export function openTag(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  before: string,
): string[] {
  const { title, ...others } = attributes
  const isPlain = title === undefined || !MARKUP.test(title)
  const written = Object.entries(isPlain ? attributes : others)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('')
  const lines = ['', `<${name}${written}${isPlain ? '' : ' titled="true"'}>`, '']
  if (!isPlain) lines.push(`<docent-title>${title}</docent-title>`, '')
  return lines.map((line) => (line === '' ? before.trimEnd() : before + line))
}

export function closeTag(name: string, before: string): string[] {
  const blank = before.trimEnd()
  return [blank, `${before}</${name}>`, blank]
}

function escaped(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
