import { expect, test } from 'vitest'
import { safeCause } from './map-host-failure.ts'

async function failureOf(url: string): Promise<unknown> {
  return fetch(url).then(
    () => undefined,
    (error: unknown) => error,
  )
}

test('a cause says why a host could not be reached', async () => {
  expect(safeCause(await failureOf('http://127.0.0.1:1/')).message).toBe('TypeError: fetch failed')
  expect(safeCause(await failureOf('http://nowhere.invalid/')).message).toMatch(
    /^TypeError: fetch failed \(getaddrinfo (?:ENOTFOUND|EAI_AGAIN) nowhere\.invalid\)$/,
  )
})

test('a cause repeats nothing that a host sent', () => {
  const cause = new SyntaxError('Unexpected token in {"token":"ghp_secret"}')
  expect(safeCause(new TypeError('terminated', { cause })).message).toBe('TypeError: terminated')
  expect(safeCause(cause).message).toBe('SyntaxError')
})
