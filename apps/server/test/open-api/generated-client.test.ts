import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { projectId } from '@docent/core/plugin'
import { indexedPage, MemoryRetriever } from '@docent/testing'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { startTestServer } from '../start-test-server.ts'
import { DOCUMENT } from './published-document.ts'

const run = promisify(execFile)
const require = createRequire(import.meta.url)
const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** What somebody writes over the generated types; the compiler holds it against them. */
const PROGRAM = `
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.ts'

const [baseUrl = '', admin = '', assistant = ''] = process.argv.slice(2)
const client = (key: string) =>
  createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${key}\` } })

const found = await client(assistant).POST('/discovery/v1/search/{domain}', {
  params: { path: { domain: 'docs' } },
  body: { query: 'key', filter: { language: 'en' } },
})
const titles: string[] = (found.data ?? []).map(({ metadata }) => metadata.title)

const job = await client(admin).POST('/v2/agent/{projectId}/job', {
  params: { path: { projectId: 'docs' } },
  body: { prompt: 'Say how a key is revoked.' },
})
const status: 'active' | 'completed' | 'failed' | undefined = job.data?.status

const views = await client(admin).GET('/v1/analytics/{projectId}/views', {
  params: { path: { projectId: 'docs' }, query: { dateFrom: '2026-01-01' } },
})
const total: number | undefined = views.data?.totals.total

const refused = await client('svc_unknown').GET('/v2/agent/{projectId}/jobs', {
  params: { path: { projectId: 'docs' } },
})
const problem: components['schemas']['Problem'] | undefined = refused.error
console.log(JSON.stringify({ titles, status, total, code: problem?.code }))
`

test('a client that is generated from the document compiles, and works', { timeout: 180_000 }, async () => {
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(projectId('docs'))
  await writer.write([indexedPage({ path: '/keys', title: 'Keys', texts: ['Revoke a key by its id.'] })])
  await writer.commit('one')
  await using server = await startTestServer({ retriever })
  const folder = await mkdtemp(join(tmpdir(), 'docent-generated-'))
  const schema = astToString(await openapiTS(DOCUMENT as unknown as OpenAPI3))
  await writeFile(join(folder, 'schema.ts'), schema)
  await writeFile(join(folder, 'program.ts'), PROGRAM)
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: OPTIONS, include: ['*.ts'] }),
  )
  // What an installation would bring.
  await symlink(
    join(dirname(require.resolve('openapi-fetch/package.json')), '..'),
    join(folder, 'node_modules'),
  )
  const compiler = join(root, 'node_modules', '.bin', 'tsc')
  await run(compiler, ['-p', folder, '--typeRoots', join(root, 'node_modules', '@types')]).catch(
    ({ stdout }: { stdout: string }) => expect.fail(stdout),
  )
  const { stdout } = await run(process.execPath, [
    join(folder, 'program.ts'),
    ...[server.url, server.adminKey, server.assistantKey],
  ])
  expect(JSON.parse(stdout)).toEqual({ titles: ['Keys'], status: 'active', total: 0, code: 'unauthorized' })
  await rm(folder, { recursive: true })
})

const OPTIONS = {
  strict: true,
  noEmit: true,
  module: 'nodenext',
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: ['node'],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
}
