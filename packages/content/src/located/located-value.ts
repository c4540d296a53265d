/** A value of a configuration file with its place: offsets into the text of `file`. */
export type LocatedValue = LocatedText | LocatedList | LocatedRecord | LocatedPlain | LocatedCode

export interface Place {
  file: string
  start: number
  end: number
}

export interface LocatedText extends Place {
  kind: 'text'
  value: string
}

export interface LocatedList extends Place {
  kind: 'list'
  items: LocatedItem[]
  /** Each item has lines of its own, without commas: a block of YAML, tables of TOML. */
  isBlock?: boolean
}

/** An item of a list. A list that is spread into another one is the value of one item. */
export interface LocatedItem extends Place {
  value: LocatedValue
  isSpread?: boolean
}

export interface LocatedRecord extends Place {
  kind: 'record'
  entries: LocatedEntry[]
  isBlock?: boolean
}

/** A key with its value; the key of what is spread into a record is `undefined`. */
export interface LocatedEntry extends Place {
  key: string | undefined
  /** Of the key as it is written, with its quotes. */
  keyPlace: Place
  value: LocatedValue
}

export interface LocatedPlain extends Place {
  kind: 'plain'
  value: number | boolean | null
}

/** What is known only when the file runs: a call, a condition, a name that is not a constant of a file at hand. */
export interface LocatedCode extends Place {
  kind: 'code'
  /** What a call is given: plugins take their settings so. */
  given?: LocatedValue[]
}

/** A record; undefined for one that takes in what only a build knows, such as what a function is given. */
export function whole(node: LocatedValue | undefined): LocatedValue | undefined {
  const isPart =
    node?.kind === 'record' &&
    node.entries.some(({ key, value }) => key === undefined && value.kind === 'code')
  return isPart ? undefined : node
}

/** The value of a key; the last one counts. */
export function valueAt(node: LocatedValue | undefined, key: string): LocatedValue | undefined {
  return node?.kind === 'record' ? node.entries.findLast((entry) => entry.key === key)?.value : undefined
}

export function textAt(node: LocatedValue | undefined, key: string): string | undefined {
  const value = valueAt(node, key)
  return value?.kind === 'text' ? value.value : undefined
}

/** Every value below a key, wherever the key is. */
export function valuesUnder(root: LocatedValue | undefined, key: string): LocatedValue[] {
  const found: LocatedValue[] = []
  for (const node of within(root))
    if (node.kind === 'record')
      for (const entry of node.entries) if (entry.key === key) found.push(entry.value)
  return found
}

/** A value and all that it holds, outermost first. */
export function* within(root: LocatedValue | undefined): Generator<LocatedValue> {
  if (root === undefined) return
  yield root
  if (root.kind === 'list') for (const item of root.items) yield* within(item.value)
  if (root.kind === 'record') for (const entry of root.entries) yield* within(entry.value)
  if (root.kind === 'code') for (const value of root.given ?? []) yield* within(value)
}
