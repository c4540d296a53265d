import { describe, expect, test } from 'vitest'
import { addRedirect } from './add-redirect.ts'
import { parseNavigation } from './parse-navigation.ts'

const NAVIGATION = '"navigation": [{ "group": "A", "pages": ["a"] }]'

describe('addRedirect', () => {
  test('adds to a list in the style of its last entry', () => {
    const source = `{\n  ${NAVIGATION},\n  "redirects": [\n    { "source": "/x", "destination": "/y" }\n  ]\n}\n`
    expect(addRedirect(source, '/a', '/b')).toBe(
      `{\n  ${NAVIGATION},\n  "redirects": [\n    { "source": "/x", "destination": "/y" },\n    { "source": "/a", "destination": "/b" }\n  ]\n}\n`,
    )
  })

  test('adds a list where there is none, and fills an empty one', () => {
    const expected = `{\n  ${NAVIGATION},\n  "redirects": [\n    { "source": "/a", "destination": "/b" }\n  ]\n}\n`
    expect(addRedirect(`{\n  ${NAVIGATION}\n}\n`, '/a', '/b')).toBe(expected)
    expect(addRedirect(`{\n  ${NAVIGATION},\n  "redirects": []\n}\n`, '/a', '/b')).toBe(expected)
  })

  test('adds to a file with redirects alone', () => {
    const entry = '{ "source": "/a", "destination": "/b" }'
    expect(addRedirect('[]', '/a', '/b')).toBe(`[\n  ${entry}\n]`)
    expect(addRedirect(`[\n${entry}\n]`, '/b', '/c')).toBe(
      `[\n${entry.replace('/b', '/c')},\n{ "source": "/b", "destination": "/c" }\n]`,
    )
  })

  test('keeps the line endings of the file', () => {
    expect(addRedirect(`{\r\n  ${NAVIGATION}\r\n}\r\n`, '/a', '/b').replaceAll('\r\n', '')).not.toContain(
      '\n',
    )
  })

  test('makes no chain of redirects, no circle and no duplicate', () => {
    const first = addRedirect(`{ ${NAVIGATION} }`, '/a', '/b')
    const second = addRedirect(first, '/b', '/c')
    expect(parseNavigation(second).redirects).toEqual([
      { source: '/a', destination: '/c' },
      { source: '/b', destination: '/c' },
    ])
    expect(addRedirect(second, '/b', '/c')).toBe(second)
    const back = addRedirect(second, '/c', '/b')
    expect(parseNavigation(back).redirects).toEqual([
      { source: '/a', destination: '/b' },
      { source: '/c', destination: '/b' },
    ])
  })

  test.each(['', '{', '{}', '{ "redirects": {} }'])('leaves %j alone', (source) => {
    expect(addRedirect(source, '/a', '/b')).toBe(source)
  })
})
