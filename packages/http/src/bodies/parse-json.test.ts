import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonErrorOffset } from './json-position.ts'
import { parseJsonBody } from './parse-json.ts'

const headers = { 'content-type': 'application/json' }
const parse = (text: string) => parseJsonBody(headers, Buffer.from(text))

describe('a JSON body', () => {
  it('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        expect(parse(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('may begin with a byte order mark and be named by a structured type', () => {
    const body = Buffer.from('\ufeff{"a":1}')
    expect(parseJsonBody({ 'content-type': 'application/ld+json; charset=UTF-8' }, body)).toEqual({ a: 1 })
  })

  it('may have brackets in strings, however many', () => {
    const text = JSON.stringify({ a: '[{'.repeat(1_000), b: '\\"[' })
    expect(parse(text)).toEqual(JSON.parse(text))
  })
})

describe('the offset of what makes a text not JSON', () => {
  it.each([
    ['', 0],
    ['{', 1],
    ['{"a"}', 4],
    ['{"a":}', 5],
    ['{"a":1,}', 7],
    ['[1,]', 3],
    ['[1 2]', 3],
    ['{"a":1}}', 7],
    ['[1}', 2],
    ["{'a':1}", 1],
    ['{"a":01}', 5],
    ['nul', 0],
    ['"a\nb"', 0],
    ['"\\x"', 0],
    ['  @', 2],
  ])('%j is at %i', (text, offset) => {
    expect(() => JSON.parse(text)).toThrow()
    expect(jsonErrorOffset(text)).toBe(offset)
  })

  it('lies inside of the text, or at its end, for whatever JSON.parse refuses', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 3 }), (json, at, change) => {
        const text = json.slice(0, at % (json.length + 1)) + change
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        if (isJson) return
        const offset = jsonErrorOffset(text)
        expect(offset).toBeGreaterThanOrEqual(0)
        expect(offset).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})
