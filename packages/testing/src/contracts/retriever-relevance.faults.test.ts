import { expect, test } from 'vitest'
import { MemoryRetriever } from '../fakes/memory-retriever.ts'
import { failingCases } from './contract-case.ts'
import { retrieverRelevanceCases } from './retriever-relevance.ts'

test('a retriever with scores of its own is caught', async () => {
  const failing = await failingCases(retrieverRelevanceCases, () => ({ retriever: new MemoryRetriever() }))
  expect(failing).toEqual(retrieverRelevanceCases.map(({ name }) => name))
})
