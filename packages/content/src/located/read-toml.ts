import { type AST, ParseError, parseTOML } from 'toml-eslint-parser'
import type { LocatedEntry, LocatedList, LocatedRecord, LocatedValue, Place } from './located-value.ts'

/** What a TOML file holds; undefined for one that is not valid. A table is a record, `[[name]]` an item of a list. */
export function readToml(file: string, text: string): LocatedValue | undefined {
  try {
    return new TomlReader(file, text).read()
  } catch (error) {
    if (error instanceof ParseError) return undefined
    throw error
  }
}

class TomlReader {
  private readonly file: string
  private readonly text: string
  /** The first value of each key, by record. */
  private readonly values = new Map<LocatedRecord, Map<string, LocatedValue>>()

  constructor(file: string, text: string) {
    this.file = file
    this.text = text
  }

  read(): LocatedRecord {
    const [top] = parseTOML(this.text).body
    const root = this.record([], { file: this.file, start: 0, end: this.text.length }, true)
    for (const [index, node] of top.body.entries()) {
      if (node.type === 'TOMLKeyValue') this.add(root, node)
      else this.table(root, node, this.endOf(top.body, index))
    }
    return root
  }

  /** Where the lines of a table end, its own tables included. */
  private endOf(body: readonly (AST.TOMLKeyValue | AST.TOMLTable)[], index: number): number {
    const table = body[index]
    let last = table
    const prefix = table?.type === 'TOMLTable' ? table.resolvedKey : []
    for (let at = index + 1; at < body.length; at += 1) {
      const next = body[at]
      if (next?.type !== 'TOMLTable' || !prefix.every((part, key) => next.resolvedKey[key] === part)) break
      last = next
    }
    return last?.range[1] ?? 0
  }

  private table(root: LocatedRecord, table: AST.TOMLTable, end: number): void {
    const place = { file: this.file, start: table.range[0], end }
    let at: LocatedRecord = root
    const keys = table.resolvedKey
    for (const [index, key] of keys.entries()) {
      if (typeof key === 'number') continue
      const isInList = typeof keys[index + 1] === 'number'
      at = isInList
        ? this.item(this.child(at, key, place, 'list') as LocatedList, keys[index + 1] as number, place)
        : (this.child(at, key, place, 'record') as LocatedRecord)
    }
    for (const each of table.body) this.add(at, each)
  }

  private child(around: LocatedRecord, key: string, place: Place, kind: 'list' | 'record'): LocatedValue {
    const known = this.values.get(around)?.get(key)
    if (known?.kind === kind) return known
    const value: LocatedValue =
      kind === 'list' ? { kind: 'list', items: [], isBlock: true, ...place } : this.record([], place, true)
    this.push(around, { key, keyPlace: place, value, ...place })
    return value
  }

  private item(list: LocatedList, index: number, place: Place): LocatedRecord {
    const known = list.items[index]?.value
    if (known?.kind === 'record') return known
    const value = this.record([], place, true)
    list.items[index] = { value, ...place }
    return value
  }

  private add(record: LocatedRecord, { key, value, range }: AST.TOMLKeyValue): void {
    const place = this.place(range)
    const names = key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value))
    let at = record
    for (const name of names.slice(0, -1)) at = this.child(at, name, place, 'record') as LocatedRecord
    const entry: LocatedEntry = {
      key: names.at(-1) ?? '',
      keyPlace: this.place(key.range),
      value: this.value(value),
      ...place,
    }
    this.push(at, entry)
  }

  private value(node: AST.TOMLContentNode): LocatedValue {
    const place = this.place(node.range)
    if (node.type === 'TOMLArray') {
      const items = node.elements.map((each) => ({ value: this.value(each), ...this.place(each.range) }))
      return { kind: 'list', items, ...place }
    }
    if (node.type === 'TOMLInlineTable') {
      const record = this.record([], place, false)
      for (const each of node.body) this.add(record, each)
      return record
    }
    if (node.kind === 'string' && !node.multiline) return { kind: 'text', value: node.value, ...place }
    const value = typeof node.value === 'number' || typeof node.value === 'boolean' ? node.value : null
    return { kind: 'plain', value, ...place }
  }

  private push(record: LocatedRecord, entry: LocatedEntry): void {
    record.entries.push(entry)
    const values = this.values.get(record) ?? new Map<string, LocatedValue>()
    this.values.set(record, values)
    const { key } = entry
    if (key !== undefined && !values.has(key)) values.set(key, entry.value)
  }

  private record(entries: LocatedEntry[], place: Place, isBlock: boolean): LocatedRecord {
    return { kind: 'record', entries, isBlock, ...place }
  }

  private place([start, end]: readonly [number, number]): Place {
    return { file: this.file, start, end }
  }
}
