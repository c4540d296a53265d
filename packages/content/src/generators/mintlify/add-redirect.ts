import { JsonSyntaxError, parseLocatedJson } from '../../located/located-json.ts'
import { type LocatedList, type LocatedValue, valueAt } from '../../located/located-value.ts'
import { applied, type TextChange } from '../../located/text-change.ts'
import { normalizePagePath } from '../../paths/page-path.ts'

/**
 * Adds a redirect to the text of a `docs.json`, or of a file with its redirects alone, and leaves its formatting as it
 * is. Redirects that led to `from` lead to `to` afterwards, so that none leads to another, and one that led away from
 * `to` goes, because a page is there now. Text that cannot be read, or that has the redirect, comes back unchanged.
 *
 * @param from route path, such as `/guides/quickstart`
 * @param to route path
 */
export function addRedirect(source: string, from: string, to: string): string {
  const root = read(source)
  if (root === undefined || normalizePagePath(from) === normalizePagePath(to)) return source
  const entry = `{ "source": ${JSON.stringify(from)}, "destination": ${JSON.stringify(to)} }`
  const list = listOf(root)
  if (list === undefined) return withList(source, root, entry)
  if (list.kind !== 'list') return source
  const edits: TextChange[] = []
  let has = false
  for (const { value } of list.items) {
    const [origin, target] = [valueAt(value, 'source'), valueAt(value, 'destination')]
    if (origin?.kind !== 'text' || target?.kind !== 'text') continue
    const leads = normalizePagePath(origin.value)
    if (leads === normalizePagePath(from) || (leads === normalizePagePath(to) && !has)) {
      // The page is back where it was: the old redirect turns round.
      edits.push({ ...origin, text: JSON.stringify(from) }, { ...target, text: JSON.stringify(to) })
      has = true
    } else if (normalizePagePath(target.value) === normalizePagePath(from)) {
      edits.push({ ...target, text: JSON.stringify(to) })
    }
  }
  const text = applied(source, edits)
  return has ? text : withItem(text, entry)
}

function listOf(root: LocatedValue): LocatedValue | undefined {
  return root.kind === 'list' ? root : valueAt(root, 'redirects')
}

function read(source: string): LocatedValue | undefined {
  try {
    return parseLocatedJson(source)
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined
    throw error
  }
}

/** The text with a new key `redirects` behind the last key, indented as it. */
function withList(source: string, root: LocatedValue, entry: string): string {
  const last = root.kind === 'record' ? root.entries.at(-1) : undefined
  if (last === undefined) return source
  const line = source.slice(0, last.value.start).lastIndexOf(`\n`)
  const indent = /^[ \t]*/.exec(source.slice(line + 1))?.[0] ?? ''
  const eol = source.includes('\r\n') ? '\r\n' : '\n'
  const unit = indent === '' ? '  ' : indent
  const added = `,${eol}${indent}"redirects": [${eol}${indent}${unit}${entry}${eol}${indent}]`
  return source.slice(0, last.value.end) + added + source.slice(last.value.end)
}

function withItem(source: string, entry: string): string {
  const root = read(source)
  const list = root && (listOf(root) as LocatedList)
  if (list === undefined) return source
  const last = list.items.at(-1)
  const eol = source.includes('\r\n') ? '\r\n' : '\n'
  if (last === undefined) {
    const line = source.slice(0, list.start).lastIndexOf('\n')
    const indent = /^[ \t]*/.exec(source.slice(line + 1))?.[0] ?? ''
    const unit = indent === '' ? '  ' : indent
    const items = `[${eol}${indent}${unit}${entry}${eol}${indent}]`
    return source.slice(0, list.start) + items + source.slice(list.end)
  }
  const before = /\r?\n[ \t]*$/.exec(source.slice(0, last.start))?.[0] ?? ' '
  return `${source.slice(0, last.end)},${before}${entry}${source.slice(last.end)}`
}
