import { expect, test } from 'vitest'
import { layered as layeredWith } from './credential-pairs.ts'
import { DEFAULT_MANIFESTS } from './default-plugins.ts'

const CREDENTIALS = DEFAULT_MANIFESTS.flatMap(({ credentials = [] }) => credentials)
const layered = (...given: [Record<string, string>, Record<string, string>]) =>
  layeredWith(...given, CREDENTIALS)

const PAIRS = [
  ['OPENAI_BASE_URL', 'OPENAI_API_KEY'],
  ['GITLAB_URL', 'GITLAB_TOKEN'],
  ['GITEA_URL', 'GITEA_TOKEN'],
] as const

test.each(PAIRS)('%s that was entered gets no key of the environment', (address, key) => {
  expect(layered({ [address]: 'https://eve.example' }, { [key]: 'of the operator' })).toEqual({
    [key]: 'of the operator',
  })
})

test.each(PAIRS)('%s that was entered gets the key that was entered with it', (address, key) => {
  const entered = { [address]: 'https://other.example', [key]: 'entered' }
  expect(layered(entered, { [key]: 'of the operator' })).toEqual(entered)
  expect(layered(entered, {})).toEqual(entered)
})

test.each(PAIRS)('%s of the environment wins, and gets the key of the environment first', (address, key) => {
  const env = { [address]: 'https://git.example', [key]: 'of the operator' }
  expect(layered({ [address]: 'https://eve.example', [key]: 'entered' }, env)).toEqual(env)
  const { [key]: _, ...withoutKey } = env
  expect(layered({ [address]: 'https://eve.example', [key]: 'entered' }, withoutKey)).toEqual({
    ...withoutKey,
    [key]: 'entered',
  })
})

test('a server that needs no key can be entered alone, and other variables win one by one', () => {
  const entered = { OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1', OPENAI_MODEL: 'small' }
  expect(layered(entered, { OPENAI_MODEL: 'big' })).toEqual({ ...entered, OPENAI_MODEL: 'big' })
})
