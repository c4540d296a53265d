import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { GitHosts } from '@docent/core'
import { organizationId, ProjectStore, projectId } from '@docent/core/plugin'
import { createLocalRepository } from '@docent/git-local'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '../sign-in.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'

let server: TestServer
let owner: Record<string, string>
/** Of a project of the organization `elsewhere`, beside the repository of `docs` in the folder that both may read. */
let theirs: string
beforeAll(async () => {
  server = await startTestServer()
  owner = (await signIn(server, 'owner')).headers
  const from = join(server.directory, 'secret')
  await mkdir(from)
  await writeFile(join(from, 'index.md'), '# The secret of elsewhere\n')
  const path = join(server.directory, 'data', 'repositories', 'secret.git')
  const author = { name: 'Test', email: 'test@example.com' }
  await createLocalRepository({ path, from, message: 'Add a page', author, date: 1_700_000_000_000 })
  theirs = pathToFileURL(path).href
})
afterAll(() => server[Symbol.asyncDispose]())

const send = (method: string, path: string, body: unknown, headers: Record<string, string> = owner) =>
  server.call(method, path, { key: null, headers, body })

const mine = () => pathToFileURL(server.repository).href

describe('a repository of another organization', () => {
  test('is neither tried, added, nor read as a context by an owner', async () => {
    const spellings = [
      theirs,
      `${theirs}/`,
      theirs.replace('secret', '%73ecret'),
      theirs.replace('/secret', '/x/../secret'),
    ]
    for (const repository of spellings) {
      const draft = { id: 'stolen', repository, branch: 'main' }
      for (const path of ['/api/projects/try', '/api/projects'])
        expect(await send('POST', path, draft)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      const contexts = [{ name: 'stolen', repository }]
      const draftWithContext = { id: 'stolen', repository: mine(), branch: 'main', agent: { contexts } }
      expect((await send('POST', '/api/projects', draftWithContext)).status).toBe(403)
    }
    const kept = await send('POST', '/api/projects', { id: 'kept', repository: mine(), branch: 'main' })
    expect(kept.status).toBe(201)
    const contexts = [{ name: 'stolen', repository: theirs }]
    expect((await send('PATCH', '/api/projects/kept', { agent: { contexts } })).status).toBe(403)
  })

  test('is no context of a project that a limited key manages', async () => {
    await send('POST', '/api/projects', { id: 'limited', repository: mine(), branch: 'main' })
    const { key } = await server.issueKey({ scopes: ['manage'], projectIds: [projectId('limited')] })
    const contexts = [{ name: 'stolen', repository: theirs }]
    const reply = await server.call('PATCH', '/api/projects/limited', { key, body: { agent: { contexts } } })
    expect(reply).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(reply.body.message).toContain('Ask the operator of the server')
  })

  test('is not read for a project that is stored already, and not restored', async () => {
    const { docent } = server.running
    const store = docent.resolve<ProjectStore>(ProjectStore)
    const found = await store.get(projectId('docs'))
    if (!found) throw new Error('The project docs is not there.')
    const old = {
      ...found,
      id: projectId('old'),
      domain: 'old',
      origin: 'store',
      repository: theirs,
    } as const
    await store.put(old)
    const hosts = docent.resolve(GitHosts)
    await expect(hosts.readRemote(old)).rejects.toMatchObject({ code: 'forbidden' })
    const job = await send('POST', '/api/projects/old/jobs', { prompt: 'Explain it.' })
    expect(job).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await send('GET', '/api/projects/old', undefined)).body.gitHost.problem).toContain('may not use')
    await store.put({ ...old, disabled: true })
    expect((await send('POST', '/api/removed-projects/old/restore', {})).status).toBe(403)
    const own = { ...old, organizationId: organizationId('elsewhere'), origin: 'config' } as const
    expect((await hosts.readRemote(own)).url).toBe(theirs)
  })
})
