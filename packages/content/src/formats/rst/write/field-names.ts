import type { RstNode } from '../read/rst-node.ts'

/** Fields of one kind, as a build shows them together. */
export interface FieldGroup {
  name: string
  items: { term: string; type: string; children: RstNode[] }[]
}

/** Names that fields of objects are shown under: https://www.sphinx-doc.org/en/master/usage/domains/python.html#info-field-lists. */
const LABELS: Readonly<Record<string, string>> = {
  param: 'Parameters',
  raises: 'Raises',
  var: 'Variables',
  returns: 'Returns',
  rtype: 'Return type',
  type: 'Type',
  default: 'Default',
  yields: 'Yields',
}
const ALIASES: Readonly<Record<string, string>> = {
  parameter: 'param',
  arg: 'param',
  argument: 'param',
  key: 'param',
  keyword: 'param',
  kwarg: 'param',
  kwparam: 'param',
  raise: 'raises',
  except: 'raises',
  exception: 'raises',
  throws: 'raises',
  ivar: 'var',
  cvar: 'var',
  return: 'returns',
  yield: 'yields',
}

export function fieldName(name: string): string {
  return LABELS[name] ?? name
}

/** Fields with an argument, such as `param name`, under their kind; `type name` goes to its parameter. */
export function groupedFields(fields: readonly { name: string; children: RstNode[] }[]): FieldGroup[] {
  const groups: FieldGroup[] = []
  const byName = new Map<string, FieldGroup>()
  const types = new Map<string, string>()
  for (const { name, children } of fields) {
    const [kind = '', ...rest] = name.split(/\s+/)
    const first = children[0]
    if (/^(?:type|vartype|paramtype)$/.test(kind) && rest.length > 0 && first?.kind === 'paragraph')
      types.set(rest.join(' '), first.text)
  }
  for (const { name, children } of fields) {
    const [written = '', ...rest] = name.split(/\s+/)
    const kind = ALIASES[written] ?? written
    if (/^(?:type|vartype|paramtype)$/.test(written) && rest.length > 0) continue
    const isGrouped = rest.length > 0 && /^(?:param|raises|var)$/.test(kind)
    if (!isGrouped) {
      groups.push({ name: kind in LABELS ? kind : name, items: [{ term: '', type: '', children }] })
      continue
    }
    const term = kind === 'raises' ? rest.join(' ') : (rest.at(-1) ?? '')
    const type = kind === 'param' && rest.length > 1 ? rest.slice(0, -1).join(' ') : (types.get(term) ?? '')
    const group = byName.get(kind) ?? { name: kind, items: [] }
    if (!byName.has(kind)) groups.push(group)
    byName.set(kind, group)
    group.items.push({ term, type, children })
  }
  return groups
}
