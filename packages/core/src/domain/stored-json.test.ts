import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseStored, stringifyStored } from './stored-json.ts'

const roundTrip = (value: unknown) => parseStored(stringifyStored(value))

test('keeps bytes and URLs, at any depth', () => {
  const value = {
    parts: [{ data: new Uint8Array([0, 255, 7]) }, { url: new URL('https://docs.example/a?b=c') }],
    bytes: new Uint8Array(),
  }
  expect(roundTrip(value)).toEqual(value)
})

test('answers plain byte arrays for a Buffer', () => {
  expect(roundTrip([Buffer.from('hi')])).toEqual([new Uint8Array([104, 105])])
})

test('does not take an object that looks like its own mark for one', () => {
  for (const value of [
    { $docent: 'bytes', value: 'aGk=' },
    { $docent: 'url', value: 'https://a.example' },
    { deep: [{ $docent: { $docent: 'entries', value: [] }, value: new Uint8Array([1]) }] },
    { text: 'a $docent in a text' },
  ]) {
    expect(roundTrip(value)).toEqual(value)
  }
})

test('keeps every JSON value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(roundTrip(value)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
