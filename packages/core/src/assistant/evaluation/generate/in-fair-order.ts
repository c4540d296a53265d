import { createHash } from 'node:crypto'

/**
 * In an order that depends on nothing but the keys: the first n are a fair sample, and stay the same while others come
 * in.
 */
export function inFairOrder<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return items
    .map((item) => ({ item, order: createHash('sha256').update(keyOf(item)).digest('hex') }))
    .sort((first, second) => (first.order < second.order ? -1 : 1))
    .map(({ item }) => item)
}
