import { afterEach, describe, expect, test, vi } from 'vitest'
import { type NeededService, needs } from './needs.ts'

const service = (name: string, isInstalled: boolean): NeededService => ({
  name,
  isInstalled: () => isInstalled,
  install: `install ${name}`,
})

afterEach(() => {
  vi.unstubAllEnvs()
})

test('changes nothing where every service is installed', () => {
  vi.stubEnv('CI', 'true')
  expect(needs(service('a', true), service('b', true))).toEqual({})
  expect(needs()).toEqual({})
})

describe.each(['', '0', 'false'])('with CI=%s', (ci) => {
  test('skips a suite, and keeps what it lacks', () => {
    vi.stubEnv('CI', ci)
    expect(needs(service('a', true), service('b', false), service('c', false))).toEqual({
      skip: true,
      meta: {
        notRun: [
          { name: 'b', install: 'install b' },
          { name: 'c', install: 'install c' },
        ],
      },
    })
  })
})

test.each(['true', '1'])('fails with CI=%s', (ci) => {
  vi.stubEnv('CI', ci)
  expect(() => needs(service('a', true), service('b', false))).toThrow(
    'These tests need what is not installed: b (to install it, run `install b`).',
  )
})
