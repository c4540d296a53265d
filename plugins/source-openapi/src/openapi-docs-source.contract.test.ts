import { docsSourceContract, MemoryDocsSource, makeProject } from '@docent/testing'
import { OpenapiDocsSource } from './openapi-docs-source.ts'

docsSourceContract('openapi around memory', () => {
  const inner = new MemoryDocsSource(['memory:docs'])
  inner.publish({ 'index.mdx': '# Hello' })
  return {
    source: new OpenapiDocsSource(inner),
    project: makeProject({ repository: 'memory:docs' }),
    broken: makeProject({ repository: 'memory:missing' }),
    foreign: makeProject({ repository: 'https://git.example/docs' }),
    remote: async () => ({ url: 'memory:docs' }),
    publish: async (files) => inner.publish(files),
  }
})
