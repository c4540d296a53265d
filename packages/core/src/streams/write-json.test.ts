import { describe, expect, it } from 'vitest'
import { writeJson, writeJsonString } from './write-json.ts'

describe('writeJson', () => {
  it('writes null for undefined, because the protocols demand a value', () => {
    expect(writeJson(undefined)).toBe('null')
  })

  it('replaces a lone surrogate anywhere in a value', () => {
    expect(writeJson({ 'a\ud83d': ['cut \ude00 here'] })).toBe('{"a\ufffd":["cut \ufffd here"]}')
  })

  it('leaves whole pairs and text that only looks like an escape alone', () => {
    const text = '😀 \\ud83d \\\\ud83d C:\\udata'
    expect(JSON.parse(writeJson(text))).toBe(text)
    expect(JSON.parse(writeJsonString(text))).toBe(text)
  })

  it('replaces a lone surrogate right after a backslash', () => {
    expect(JSON.parse(writeJsonString('\\\ud83d'))).toBe('\\\ufffd')
  })

  it('leaves out the keys that clients refuse', () => {
    const input: unknown = JSON.parse(
      '{"__proto__":1,"constructor":{"prototype":2},"list":[{"__proto__":3,"b":4}],"text":"__proto__"}',
    )
    expect(writeJson(input)).toBe('{"list":[{"b":4}],"text":"__proto__"}')
  })

  it('keeps keys that only resemble them', () => {
    const input = { constructor: 'a builder', prototype: { x: 1 } }
    expect(JSON.parse(writeJson(input))).toEqual(input)
  })
})
