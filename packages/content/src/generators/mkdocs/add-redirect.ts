import { isMap, isScalar, isSeq, type Pair, parseDocument, type Scalar, type YAMLMap } from 'yaml'
import { yamlHazard } from '../../located/read-yaml.ts'
import { applied, type TextChange } from '../../located/text-change.ts'

const MOST_ALIASES = 1_000

/**
 * Adds a redirect to the `redirect_maps` of mkdocs-redirects, where the site has some already. One that led to `from`
 * leads to `to` afterwards, and one that led away from `to` turns round.
 *
 * @param from file below the folder of the pages
 */
export function addMkdocsRedirect(source: string, from: string, to: string): string {
  const maps = redirectMaps(source)
  const [first] = maps?.items ?? []
  if (maps === undefined || maps.flow || first === undefined || !isScalar(first.key)) return source
  const changes: TextChange[] = []
  let has = false
  for (const { key, value } of maps.items as Pair[]) {
    if (!isScalar(key) || !isScalar(value)) continue
    if (key.value === from || key.value === to) {
      if (!has) changes.push(...written(source, key, from), ...written(source, value, to))
      has = true
    } else if (value.value === from) changes.push(...written(source, value, to))
  }
  if (!has) {
    const start = first.key.range?.[0] ?? 0
    const line = source.lastIndexOf('\n', start - 1) + 1
    const eol = source.includes('\r\n') ? '\r\n' : '\n'
    changes.push({
      start,
      end: start,
      text: `${plain(from)}: ${plain(to)}${eol}${source.slice(line, start)}`,
    })
  }
  return applied(source, changes)
}

function redirectMaps(source: string): YAMLMap | undefined {
  if (yamlHazard(source, MOST_ALIASES) !== undefined) return undefined
  const plugins = parseDocument(source, { logLevel: 'silent', uniqueKeys: false }).get('plugins', true)
  const all: unknown[] = isSeq(plugins) ? plugins.items : [plugins]
  for (const plugin of all) {
    const settings = isMap(plugin) ? plugin.get('redirects', true) : undefined
    const maps = isMap(settings) ? settings.get('redirect_maps', true) : undefined
    if (isMap(maps)) return maps
  }
  return undefined
}

function written(source: string, { range }: Scalar, value: string): TextChange[] {
  if (!range) return []
  const [start, end] = range
  const quote = source[start]
  const isQuoted = (quote === '"' || quote === "'") && !value.includes(quote) && !value.includes('\\')
  return [{ start, end, text: isQuoted ? `${quote}${value}${quote}` : plain(value) }]
}

function plain(value: string): string {
  return /^[\w./][\w./ -]*$/.test(value) ? value : JSON.stringify(value)
}
