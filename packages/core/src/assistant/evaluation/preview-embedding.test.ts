import { hashedEmbedding } from '@docent/testing'
import { expect, test } from 'vitest'
import { DEFAULT_ORGANIZATION, projectId } from '../../domain/ids.ts'
import type { Project } from '../../domain/project.ts'
import type { TrySource } from '../../ingest/try-source.ts'
import { Models } from '../../models/models.ts'
import { PreviewEmbedding } from './preview-embedding.ts'

const project: Project = {
  id: projectId('handbook'),
  organizationId: DEFAULT_ORGANIZATION,
  domain: 'handbook',
  name: 'Handbook',
  repository: 'https://git.example/handbook',
  docsPath: '',
  models: {},
  assistant: { finishThreadId: 'auto', threadKeys: 'optional' },
  origin: 'config',
  disabled: false,
  createdAt: 0,
}

function preview(sources: Pick<TrySource, 'try'>, keepsVectors: boolean) {
  const model = () => {
    throw new Error('not asked for')
  }
  const models = new Models([{ name: 'test', embedding: () => hashedEmbedding(), model }])
  const { signal } = new AbortController()
  return new PreviewEmbedding(sources as TrySource, models, { keepsVectors }).preview(
    project,
    'test:small',
    signal,
  )
}

test('reads nothing for a retriever without vectors', async () => {
  const sources = { try: () => Promise.reject(new Error('read')) }
  await expect(preview(sources, false)).rejects.toThrow('keeps no vectors')
})

test('says why there is nothing to embed', async () => {
  const sources = { try: async () => ({ problem: 'docsPath "docs" has no page.' }) } as unknown as TrySource
  await expect(preview(sources, true)).rejects.toMatchObject({
    code: 'configuration',
    message: 'docsPath "docs" has no page.',
  })
})
