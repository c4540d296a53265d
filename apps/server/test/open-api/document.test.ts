import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { faultsOf } from './json-validator.ts'
import { DOCUMENT, OPERATIONS } from './published-document.ts'

test('a strict linter finds nothing', { timeout: 120_000 }, async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({
    source: JSON.stringify(DOCUMENT),
    absoluteRef: '/openapi.json',
    config,
  })
  const said = problems.map(
    ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`,
  )
  expect(said).toEqual([])
})

test('every JSON body and reply has an example, which its schema allows', () => {
  let count = 0
  for (const { method, path, operation } of OPERATIONS) {
    const contents = [operation.requestBody, ...Object.values(operation.responses)].map(
      (part) => part?.content?.['application/json'],
    )
    for (const media of contents) {
      if (media === undefined) continue
      count++
      expect(media, `${method} ${path}`).toHaveProperty('example')
      expect(
        faultsOf(media.example, media.schema),
        `${method} ${path} ${JSON.stringify(media.example)}`,
      ).toEqual([])
    }
  }
  expect(count).toBeGreaterThan(100)
})
