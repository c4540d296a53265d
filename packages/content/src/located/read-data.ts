import { isAlias, isMap, isScalar, isSeq, type Node, parseDocument } from 'yaml'
import type { LocatedEntry, LocatedItem, LocatedPlain, LocatedValue } from './located-value.ts'
import { readScript, type Texts } from './read-script.ts'
import { readToml } from './read-toml.ts'
import { yamlHazard } from './read-yaml.ts'

const MOST_ALIASES = 1_000

/** What a configuration file holds, by the ending of its name: a script, JSON, YAML or TOML. */
export function readLocated(file: string, text: string, texts?: Texts): LocatedValue | undefined {
  if (/\.ya?ml$/i.test(file)) return readYaml(file, text)
  if (/\.toml$/i.test(file)) return readToml(file, text)
  return readScript(file, text, texts)
}

function readYaml(file: string, text: string): LocatedValue | undefined {
  if (yamlHazard(text, MOST_ALIASES) !== undefined) return undefined
  // Repeated keys are no matter here, and the parser would compare each with each.
  const document = parseDocument(text, { logLevel: 'silent', uniqueKeys: false })
  const root = document.contents
  return root === null ? undefined : located(root)

  function located(node: unknown): LocatedValue {
    const place = placeOf(node)
    if (isScalar(node)) {
      const { value } = node
      if (typeof value === 'string') return { kind: 'text', value, ...place }
      return { kind: 'plain', value: (value ?? null) as LocatedPlain['value'], ...place }
    }
    if (isSeq(node)) {
      const isBlock = node.flow !== true
      const items = node.items.map((item): LocatedItem => {
        const value = located(item)
        return { ...(isBlock ? linesFrom(dashBefore(value.start), value) : value), value }
      })
      return { kind: 'list', items, isBlock, ...place }
    }
    if (isMap(node)) {
      const isBlock = node.flow !== true
      const entries = node.items.map(({ key, value }): LocatedEntry => {
        const keyPlace = placeOf(key)
        const content: LocatedValue =
          value === null || value === undefined
            ? { kind: 'plain', value: null, file, start: keyPlace.end, end: keyPlace.end }
            : located(value)
        const name = isScalar(key) ? String(key.value) : undefined
        const whole = { file, start: keyPlace.start, end: Math.max(keyPlace.end, content.end) }
        return {
          key: name,
          keyPlace,
          value: content,
          ...(isBlock ? linesFrom(keyPlace.start, content) : whole),
        }
      })
      return { kind: 'record', entries, isBlock, ...place }
    }
    // What an anchor elsewhere holds is no data of this place.
    return { kind: 'code', ...place, ...(isAlias(node) ? {} : { given: [] }) }
  }

  function placeOf(node: unknown) {
    const range = (node as Node | null)?.range
    return { file, start: range?.[0] ?? 0, end: range?.[1] ?? 0 }
  }

  function dashBefore(offset: number): number {
    const dash = text.lastIndexOf('-', offset - 1)
    return dash < 0 ? offset : dash
  }

  function linesFrom(start: number, { end }: LocatedValue) {
    return { file, start, end: text.slice(start, end).trimEnd().length + start }
  }
}
