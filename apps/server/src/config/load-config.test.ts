import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { httpSettings } from './environment.ts'
import { checkConfig, loadConfig, MORE_ENTRIES } from './load-config.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-config-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const docs = { id: 'docs', repository: 'https://github.com/acme/docs' }

describe('docent.config.ts', () => {
  it('may be left out: everything has a default', async () => {
    const config = await loadConfig(folder)
    expect(config).toMatchObject({
      projects: [],
      limits: { keyPerMonth: 10_000, organizationPerHour: 10_000, ipPerDay: 10_000, projectPerHour: 100 },
      agent: { archiveAfterDays: 30 },
      leases: { jobs: { leaseMs: 15_000, heartbeatMs: 5_000 } },
      http: { port: 3_000, host: '127.0.0.1', trustedProxies: 0, maxBodyBytes: 1_048_576 },
    })
    expect(config.plugins).toBeUndefined()
  })

  it('gives way to the environment in what differs between machines', async () => {
    const config = await loadConfig(folder)
    const env = { PORT: '4000', DOCENT_TRUSTED_PROXIES: '2', DOCENT_DRAIN_SECONDS: '25' }
    expect(httpSettings(config, env)).toMatchObject({ port: 4_000, trustedProxies: 2, drainMs: 25_000 })
    const none = { DOCENT_TRUSTED_PROXIES: '', DOCENT_DRAIN_SECONDS: '' }
    expect(httpSettings(config, none)).toMatchObject({ trustedProxies: 0, drainMs: 10_000 })
    for (const wrong of ['-1', '1.5', '11', 'all'])
      expect(() => httpSettings(config, { DOCENT_TRUSTED_PROXIES: wrong })).toThrow(
        `DOCENT_TRUSTED_PROXIES is "${wrong}". Set it to a whole number from 0 to 10.`,
      )
    expect(() => httpSettings(config, { DOCENT_DRAIN_SECONDS: '601' })).toThrow('from 0 to 600')
  })

  it('is read from the folder of the command', async () => {
    await writeFile(
      join(folder, 'docent.config.ts'),
      `export default { projects: [${JSON.stringify(docs)}] as object[] }`,
    )
    expect((await loadConfig(folder)).projects).toMatchObject([{ id: 'docs', organization: 'default' }])
  })

  it('that cannot be loaded is one clear message', async () => {
    await writeFile(join(folder, 'docent.config.mjs'), 'export default {')
    await expect(loadConfig(folder)).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('docent.config.mjs cannot be loaded'),
    })
  })

  it('names the command that installs a plugin which is missing', async () => {
    const config = `import { gone } from '@docent/store-gone'\nexport default { plugins: [gone()] }\n`
    await writeFile(join(folder, 'docent.config.ts'), config)
    await expect(loadConfig(folder)).rejects.toThrow(/: npm install docent @docent\/store-gone$/)
  })

  it.each<[object, string]>([
    [{ port: 1 }, 'port: is not an option'],
    [{ http: { prot: 1 } }, 'http.prot: is not an option'],
    [{ http: { port: 70_000 } }, 'http.port:'],
    [{ limits: { ipPerDay: -1 } }, 'limits.ipPerDay:'],
    [{ agent: { concurrency: 0 } }, 'agent.concurrency:'],
    [{ plugins: [() => undefined] }, 'plugins[0]: must be a plugin: call it'],
    [{ projects: [{ id: 'docs' }] }, 'projects[0].repository:'],
    [{ projects: [docs, docs] }, 'projects[1].id: "docs" is another project\'s'],
    [{ projects: [docs, { ...docs, id: 'x', domain: 'docs' }] }, 'projects[1].domain: "docs" is another'],
    [{ projects: [{ ...docs, id: 'My_Docs' }] }, 'projects[0].domain: must be given'],
    [
      { projects: [{ ...docs, organization: 'acme' }] },
      'projects[0].organization: "acme" is not in organizations',
    ],
  ])('with %j names the option', (config, message) => {
    expect(() => checkConfig(config)).toThrow(message)
  })
})

describe('the environment', () => {
  it('wins over the file for port and host', () => {
    const config = checkConfig({ http: { port: 4_000 } })
    expect(httpSettings(config, {})).toMatchObject({ port: 4_000, host: '127.0.0.1' })
    expect(httpSettings(config, { PORT: '0', HOST: '0.0.0.0' })).toMatchObject({ port: 0, host: '0.0.0.0' })
  })

  it.each(['x', '-1', '65536', '3.5'])('refuses PORT=%s by name', (PORT) => {
    expect(() => httpSettings(checkConfig({}), { PORT })).toThrow(/^PORT is "/)
  })
})

it('a name that addresses of the server use is no organization and no domain', () => {
  expect(() => checkConfig({ organizations: [{ id: 'settings' }] })).toThrow(
    /organizations\[0\]\.id: "settings" is reserved/,
  )
  const repository = 'https://git.example/docs'
  expect(() => checkConfig({ projects: [{ id: 'docs', domain: 'api', repository }] })).toThrow(
    /projects\[0\]\.domain: "api" is reserved/,
  )
})

it('a configuration can import every entry of every package', () => {
  const root = new URL('../../../../', import.meta.url).pathname
  const manifests = globSync('{packages,plugins}/*/package.json', { cwd: root }).map(
    (file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as { private?: boolean; exports?: object },
  )
  const entries = manifests.flatMap((each) => (each.private ? [] : Object.keys(each.exports ?? {})))
  const more = entries
    .map((entry) => entry.slice(1))
    .filter((entry) => !['', '/not-run-reporter'].includes(entry))
  expect(more.length).toBeGreaterThan(8)
  for (const entry of more) expect(MORE_ENTRIES).toContain(entry)
})
