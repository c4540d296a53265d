import { attributeValue, type Tag } from './scan/scan-tag.ts'

/** Props that hold what readers look for, beside titles and descriptions. */
const CODE_PROPS = ['command', 'package', 'version', 'method', 'url', 'endpoint', 'code']
const FLAGS = ['required', 'deprecated']
const OBJECT_PROPS = ['tags', 'pre', 'post', 'type', 'props', 'fields', 'options', 'params', 'rows', 'data']
const LONGEST = 4_000

/**
 * What the props of a component tell readers, in the order in which they are read: `required`, `default: 25`, a command, an
 * object that describes types. Props for looks are none of it.
 */
export function propTexts(tag: Tag, source: string): string[] {
  const texts: string[] = []
  for (const name of CODE_PROPS) {
    const value = attributeValue(tag, name)
    if (value !== undefined && value !== '' && value.length <= LONGEST)
      texts.push(value.includes('\n') || value.includes('`') ? value : `\`${value}\``)
  }
  for (const { name, value, start, end } of tag.attributes) {
    const written = source.slice(start, Math.min(end, start + LONGEST)).trim()
    if (FLAGS.includes(name) && written !== 'false' && value !== 'false') texts.push(name)
    if (name === 'default' && (value ?? written) !== '') texts.push(`default: \`${value ?? written}\``)
    if (value === undefined && OBJECT_PROPS.includes(name) && /^[{[]/.test(written))
      texts.push(wordsOf(written))
  }
  return texts
}

/** `{ a: { type: "string" } }` as `a: type: string`. */
function wordsOf(written: string): string {
  return written
    .replaceAll(/["'`{}[\]]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([,:])/g, '$1')
    .trim()
}
