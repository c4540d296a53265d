import type { LocatedValue } from './located-value.ts'

/** A value without places; what is code is undefined. */
export type Literal = string | number | boolean | null | undefined | Literal[] | { [key: string]: Literal }

/** A spread is laid out in what holds it. */
export function toLiteral(node: LocatedValue | undefined): Literal {
  if (node === undefined || node.kind === 'code') return undefined
  if (node.kind === 'text' || node.kind === 'plain') return node.value
  if (node.kind === 'list') {
    return node.items.flatMap(({ value, isSpread }): Literal[] => {
      const item = toLiteral(value)
      return isSpread && value.kind === 'list' && Array.isArray(item) ? item : [item]
    })
  }
  const entries: { [key: string]: Literal } = Object.create(null)
  for (const { key, value } of node.entries) {
    const literal = toLiteral(value)
    if (key !== undefined) {
      if (literal !== undefined) entries[key] = literal
    } else if (isRecord(literal)) Object.assign(entries, literal)
  }
  return { ...entries }
}

export function isRecord(value: Literal): value is { [key: string]: Literal } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
