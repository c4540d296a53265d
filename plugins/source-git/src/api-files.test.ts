import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeGitOrigin, makeProject } from '@docent/testing'
import { expect, test } from 'vitest'
import { GitDocsSource } from './git-docs-source.ts'

async function listed(files: Readonly<Record<string, string>>) {
  const directory = await mkdtemp(join(tmpdir(), 'source-git-'))
  const source = new GitDocsSource({ cacheDir: join(directory, 'cache') })
  try {
    const origin = await makeGitOrigin(join(directory, 'origin.git'), files)
    const snapshot = await source.list(makeProject({ repository: origin.url }), {
      remote: (options) => origin.remote(options),
    })
    await snapshot?.close()
    return { paths: snapshot?.files.map(({ path }) => path) ?? [], problems: snapshot?.problems ?? [] }
  } finally {
    await source.close()
    await rm(directory, { recursive: true })
  }
}

test('gives descriptions whatever they are called, but for those that code is tested with', async () => {
  const { paths } = await listed({
    'a.yaml': 'info: { title: A }\nopenapi: 3.0.0\n',
    'b/b.json': '{"info":{},"paths":{},"openapi":"3.1.0"}',
    'c.yml': "{ 'swagger': '2.0' }",
    'd.json': '{"about": "openapi: 3.0.0"}',
    'e.yaml': 'about:\n  openapi: 3.0.0\n',
    'test/fixtures/f.yaml': 'openapi: 3.0.0\n',
    'test/openapi.yaml': 'openapi: 3.0.0\n',
    'myopenapi32.json': '{}',
    '.hidden/g.yaml': 'openapi: 3.0.0\n',
  })
  expect(paths).toEqual(['a.yaml', 'b/b.json', 'c.yml', 'myopenapi32.json', 'test/openapi.yaml'])
})

test('gives all that descriptions refer to, in any folder, and nothing else', async () => {
  const { paths } = await listed({
    'api/zoo.yaml': `openapi: 3.1.0
paths:
  /a: { $ref: "../shared/paths/a%20b.yaml" }
  /b: { $ref: 'missing.yaml' }
  /c: { $ref: '#/paths/~1a' }
`,
    'shared/paths/a b.yaml': 'get: { parameters: [{"$ref":"../parameters.json#/kind"}] }\n',
    'shared/parameters.json': '{"kind": {"$ref": "../api/zoo.yaml#/x"}}',
    'shared/other.json': '{}',
    'shared/page.md': '# A',
  })
  expect(paths).toEqual(['api/zoo.yaml', 'shared/page.md', 'shared/parameters.json', 'shared/paths/a b.yaml'])
})

test('gives descriptions that are larger than pages may be, and tells which are larger still', async () => {
  const { paths, problems } = await listed({
    'zoo.json': `{"openapi": "3.1.0", "x": "${'a'.repeat(2 * 1024 ** 2)}"}`,
    'data.md': 'a'.repeat(2 * 1024 ** 2),
    'huge.json': `{"openapi": "3.1.0", "x": "${'a'.repeat(33 * 1024 ** 2)}"}`,
  })
  expect(paths).toEqual(['zoo.json'])
  expect(problems.map(({ path, message }) => [path, message])).toEqual([
    ['data.md', 'The file has 2097152 bytes, and "maxFileBytes" of source-git is 1048576.'],
    ['huge.json', 'The file has 34603037 bytes, and a description of an API can have 33554432.'],
  ])
})
