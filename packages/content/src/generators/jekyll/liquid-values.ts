import { textUnder } from '../../basics/records.ts'
import { readFrontmatter } from '../../formats/page/frontmatter.ts'

const OUTPUT = /\{\{-?([^{}]{1,500})\}\}|\{%-?\s*(link|post_url)\s+([^{}%\s]{1,500})\s*-?%\}/g
/** Filters that leave a text readable as it is. */
const PLAIN_FILTERS =
  /^(?:relative_url|absolute_url|escape|xml_escape|strip|strip_html|markdownify|default\b.*)?$/
const LONGEST = 2_000_000

/**
 * Writes values of the configuration and of the page in the place of Liquid's outputs, and addresses in the place of
 * `link`. What only a build knows is left out. What stands within `raw` stays. @see https://jekyllrb.com/docs/liquid
 */
export function withLiquidValues(
  text: string,
  config: Readonly<Record<string, unknown>>,
  addressOf: (target: string) => string,
): string {
  if (text.length > LONGEST || !(text.includes('{{') || /\{%-?\s*(?:link|post_url)\s/.test(text))) return text
  const page = { page: readFrontmatter(text).data, site: config }
  return outsideRaw(text, (part) =>
    part.replace(OUTPUT, (_, output: string | undefined, tag: string, target: string) =>
      output === undefined
        ? tag === 'link'
          ? addressOf(target)
          : `/${target}`
        : valueOfOutput(output, page),
    ),
  )
}

function outsideRaw(text: string, write: (part: string) => string): string {
  const parts: string[] = []
  let from = 0
  for (const { index, 0: mark } of text.matchAll(/\{%-?\s{0,10}raw\s{0,10}-?%\}/g)) {
    if (index < from) continue
    const end = text.indexOf('endraw', index)
    if (end < 0) break
    parts.push(write(text.slice(from, index)), mark, text.slice(index + mark.length, end))
    from = end
  }
  return [...parts, write(text.slice(from))].join('')
}

function valueOfOutput(output: string, values: Readonly<Record<string, unknown>>): string {
  const [expression = '', ...filters] = output
    .replace(/-$/, '')
    .split('|')
    .map((part) => part.trim())
  const [, single, double] = /^(?:'([^']*)'|"([^"]*)")$/.exec(expression) ?? []
  const value = single ?? double ?? textUnder(values, expression, ownMember)
  if (value === undefined || !filters.every((filter) => PLAIN_FILTERS.test(filter))) return ''
  return value
}

function ownMember(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
