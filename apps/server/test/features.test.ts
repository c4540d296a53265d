import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GitDocsSource } from '@docent/source-git'
import { describe, expect, onTestFinished, test } from 'vitest'
import { knownCommands } from '../src/command-line/added-commands.ts'
import { COMMANDS } from '../src/docent-commands.ts'
import { FEATURE_NAMES, type FeatureName } from '../src/features/features.ts'
import { listedRoutes } from '../src/routes.ts'
import { signIn } from './sign-in.ts'
import { startTestServer } from './start-test-server.ts'

/** What each feature adds, and what no other has. */
const ADDS: Readonly<
  Record<
    FeatureName,
    {
      listed?: readonly string[]
      unlisted?: readonly string[]
      commands?: readonly string[]
      inDashboard?: readonly string[]
    }
  >
> = {
  analytics: { listed: ['GET /v1/analytics/docs/views'], commands: ['gaps'] },
  webhooks: { listed: ['GET /v1/webhooks/deliveries'], commands: ['webhooks'] },
  backups: { inDashboard: ['GET /api/backups'], commands: ['backup', 'note-backup', 'restore'] },
  evaluation: {
    listed: ['GET /api/projects/docs/evaluation', 'GET /api/projects/docs/measurement'],
    commands: ['eval', 'models'],
  },
  mcp: { listed: ['POST /mcp/docs'] },
  dashboard: { listed: ['GET /api/session', 'GET /api/projects'], unlisted: ['GET /dashboard', 'GET /'] },
  pages: { listed: ['GET /reference', 'GET /site/docs'] },
  watch: { commands: ['watch', 'drift'] },
}

const FEATURES = Object.entries(ADDS) as [FeatureName, (typeof ADDS)[FeatureName]][]
const everything = await listedRoutes()

const templateOf = (address: string) =>
  everything.find(([method, path]) => {
    const pattern = path.replaceAll(/\{\w+\}/g, '[^/]+')
    return new RegExp(`^${method} ${pattern}$`).test(address)
  })?.[1] ?? ''

test('this list has each feature', () => {
  expect(Object.keys(ADDS).sort()).toEqual([...FEATURE_NAMES].sort())
})

describe.each(FEATURES)(
  'without %s',
  (name, { listed = [], unlisted = [], inDashboard = [], commands = [] }) => {
    test('its routes are gone from the server and from the description, and all others are there', async () => {
      await using server = await startTestServer({ config: { features: { [name]: false } }, site: 'public' })
      const { body } = await server.call('GET', '/openapi.json')
      const { paths } = body as { paths: Record<string, Record<string, unknown>> }
      const described = Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      )
      for (const address of [...listed, ...inDashboard]) {
        expect(
          described.filter((each) => each.endsWith(` ${templateOf(address)}`)),
          address,
        ).toEqual([])
      }
      const call = async (address: string) => {
        const [method = '', path = ''] = address.split(' ')
        const { status } = await fetch(server.url + path, {
          method,
          redirect: 'manual',
          headers: { accept: 'application/json' },
        })
        return status
      }
      for (const address of [...listed, ...unlisted, ...inDashboard])
        expect(await call(address), address).toBe(404)
      for (const [other, adds] of FEATURES) {
        if (other === name) continue
        const others = [...(adds.listed ?? []), ...(name === 'dashboard' ? [] : (adds.inDashboard ?? []))]
        for (const address of others) expect(await call(address), address).not.toBe(404)
      }
      // The feature takes nothing with it that programs call.
      const search = await server.call('POST', '/discovery/v1/search/docs', { body: { query: 'install' } })
      expect(search.status).toBe(200)
    })

    test('its commands are gone, and all others are there', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'docent-features-'))
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
      await writeFile(
        join(folder, 'docent.config.mjs'),
        `export default { features: { ${name}: false }, plugins: [] }\n`,
      )
      const place = { folder, env: {} }
      const all = await knownCommands(COMMANDS, '', { folder: join(folder, 'none'), env: {} })
      const { commands: left, problem } = await knownCommands(COMMANDS, '', place)
      expect(problem).toBeUndefined()
      expect(Object.keys(all.commands)).toEqual(expect.arrayContaining([...commands]))
      expect(Object.keys(left)).toEqual(Object.keys(all.commands).filter((each) => !commands.includes(each)))
    })
  },
)

test('the session says which features have pages in the dashboard', async () => {
  const featuresOf = async (features: Partial<Record<FeatureName, boolean>>) => {
    await using server = await startTestServer({ config: { features }, site: 'public' })
    const { headers } = await signIn(server)
    const session = await server.call('GET', '/api/session', { key: null, headers })
    const project = await server.call('GET', '/api/projects/docs', { key: null, headers })
    const nobody = await server.call('GET', '/api/session', { key: null })
    expect(nobody.body.features).toEqual([])
    return [session.body.features, project.body.pagesUrl !== null]
  }
  expect(await featuresOf({})).toEqual([
    ['analytics', 'backups', 'evaluation', 'mcp', 'pages', 'webhooks'],
    true,
  ])
  const left = {
    analytics: false,
    backups: false,
    evaluation: false,
    mcp: false,
    pages: false,
    webhooks: false,
  }
  expect(await featuresOf(left)).toEqual([[], false])
})

test.each([true, false])('pages lead editors to the tools of a server that has them: mcp %s', async (mcp) => {
  const cacheDir = await mkdtemp(join(tmpdir(), 'docent-features-'))
  const source = new GitDocsSource({ cacheDir })
  onTestFinished(async () => {
    await source.close()
    await rm(cacheDir, { recursive: true, force: true })
  })
  const docs = { 'index.md': '# Home\n\nText.\n' }
  await using server = await startTestServer({ config: { features: { mcp } }, source, docs, site: 'public' })
  await server.running.indexing.settled()
  const { text } = await server.call('GET', '/site/docs/', { key: null })
  expect(text).toContain('Open in ChatGPT')
  expect(text.includes('Connect by MCP')).toBe(mcp)
})
