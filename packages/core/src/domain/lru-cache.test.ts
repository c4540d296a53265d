import { expect, test } from 'vitest'
import { LruCache } from './lru-cache.ts'

test('drops the value that was read longest ago when the sizes exceed the limit', () => {
  const cache = new LruCache<number>(10)
  cache.set('a', 1, 4)
  cache.set('b', 2, 4)
  cache.get('a')
  cache.set('c', 3, 4)
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3])
})

test('counts a value that replaces another only once, and one that is too large not at all', () => {
  const cache = new LruCache<number>(2)
  cache.set('a', 1)
  cache.set('b', 2)
  cache.set('b', 3)
  cache.set('huge', 4, 3)
  expect([cache.get('a'), cache.get('b'), cache.get('huge')]).toEqual([1, 3, undefined])
  cache.delete('a')
  cache.set('c', 5)
  expect([cache.get('b'), cache.get('c')]).toEqual([3, 5])
})
