import { expect, test } from 'vitest'
import { UpstreamFailure } from './upstream-failure.ts'

const said = (message: string, secrets: string[] = []) =>
  new UpstreamFailure(message, { statusCode: 401, requestId: undefined, secrets }).message

test('leaves out what is a key or looks like one', () => {
  expect(said('Wrong: hunter2hunter2.', ['hunter2hunter2'])).toBe('Wrong: [key].')
  expect(said('Incorrect API key provided: sk-12********90.')).toBe('Incorrect API key provided: [key]')
  expect(said('The key 0a1b2c3d4e is unknown')).toBe('The [key] is unknown')
  expect(said('Bearer abcdefghijklmnopqrstuvwx')).toBe('[key]')
  expect(said('key-abcdefgh, pk_live_abcdef')).toBe('[key], [key]')
})

test('keeps the words around it', () => {
  expect(said('The API key provided is invalid. Bearer authentication failed.')).toBe(
    'The API key provided is invalid. Bearer authentication failed.',
  )
})
