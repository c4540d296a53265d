import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as testing from '@docent/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPlugin, findPort, PORTS } from '../src/index.ts'

const run = promisify(execFile)
const modules = fileURLToPath(new URL('../node_modules', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))
const NAMES = PORTS.map(({ port }) => port)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-plugins-'))
  // Packages of this repository stand in for installed ones; the packed ones are tried by check:packed.
  await symlink(modules, join(folder, 'node_modules'))
  for (const port of NAMES) await createPlugin({ port, name: 'acme', folder: join(folder, port) })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the ports are those that the host of a plugin takes', async () => {
  const source = await readFile(join(root, 'packages/core/src/plugin/plugin.ts'), 'utf8')
  const [, list = ''] = /one adapter \(([\s\S]*?)\)/.exec(source) ?? []
  const provided = list.split(/[,\s*]+/).filter((word) => /^[A-Z]/.test(word))
  expect(provided.length).toBeGreaterThan(10)
  expect([...provided, 'ModelProvider', 'GitHost', 'DocsSource', 'Channel'].sort()).toEqual([...NAMES].sort())
})

test('every port with a contract suite can be made, and documents list it', async () => {
  const suites = Object.keys(testing).filter((name) => name.endsWith('Contract'))
  expect(suites.sort()).toEqual(PORTS.map(({ contract }) => contract).sort())
  const readme = await readFile(join(root, 'packages/create-docent-plugin/README.md'), 'utf8')
  const [, listed = ''] = /## Ports\n([^.]*)/.exec(readme) ?? []
  expect(listed.match(/\w+/g)?.sort()).toEqual([...NAMES].sort())
  const overview = await readFile(join(root, 'apps/docs/content/plugins/overview.mdx'), 'utf8')
  const [, offered = ''] = /You can make a plugin for ([^.]*)/.exec(overview) ?? []
  expect(offered.match(/[A-Z]\w+/g)?.sort()).toEqual([...NAMES].sort())
  const page = await readFile(join(root, 'apps/docs/content/plugins/ports.mdx'), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` \|.*`(\w+)` \|$/gm)].map(([, port, suite]) => [port, suite])
  expect(rows.sort()).toEqual(PORTS.map(({ port, contract }) => [port, contract]).sort())
})

test('every new plugin type-checks', async () => {
  const config = JSON.parse(await readFile(join(folder, 'RateLimiter', 'tsconfig.json'), 'utf8'))
  const compilerOptions = {
    ...config.compilerOptions,
    customConditions: ['source'],
    skipLibCheck: true,
    experimentalDecorators: true,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*/src'] }))
  const tsc = join(root, 'node_modules/.bin/tsc')
  const { stdout } = await run(tsc, ['--project', folder], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  )
  expect(stdout).toBe('')
}, 300_000)

interface Report {
  testResults: {
    name: string
    message: string
    assertionResults: { title: string; status: string; failureMessages: string[] }[]
  }[]
}

describe('the contract suite of a new plugin', () => {
  let report: Report

  beforeAll(async () => {
    const conditions = ['source', 'module', 'node', 'development|production']
    const outputFile = join(folder, 'report.json')
    const settings = {
      ssr: { resolve: { conditions } },
      test: { testTimeout: 60_000, isolate: false, reporters: ['json'], outputFile },
    }
    await writeFile(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(settings)}`)
    const vitest = join(root, 'node_modules/.bin/vitest')
    const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, ...env } = process.env
    // It fails, because its suites are red.
    const { stderr } = await run(vitest, ['run', '--root', folder], { cwd: folder, env }).catch(
      (error: { stderr: string }) => error,
    )
    const text = await readFile(outputFile, 'utf8').catch((error: unknown) => {
      throw new Error(`vitest wrote no report: ${stderr}`, { cause: error })
    })
    report = JSON.parse(text)
  }, 300_000)

  test.each(NAMES)('%s is red, and each failing test names what to write', (port) => {
    const suite = report.testResults.find(({ name }) => name.includes(`/${port}/src/`))
    expect(suite?.message ?? '').toBe('')
    const failed = suite?.assertionResults.filter(({ status }) => status === 'failed') ?? []
    expect(failed.length).toBeGreaterThan(0)
    const silent = failed.filter(
      ({ failureMessages }) =>
        !/Write \w+(\.\w+ in src\/| of this contract test)/.test(failureMessages.join('\n')),
    )
    expect(
      silent.map(({ title, failureMessages }) => `${title}: ${failureMessages[0]?.slice(0, 300)}`),
    ).toEqual([])
  })
})

describe('a new plugin', () => {
  test('is refused in a folder that has files', async () => {
    const again = createPlugin({ port: 'RateLimiter', name: 'acme', folder: join(folder, 'RateLimiter') })
    await expect(again).rejects.toThrow(/has files\. Name an empty one with --folder\./)
  })

  test.each([
    ['Cache', 'acme', 'There is no port "Cache" that a plugin can implement. The ports are: RateLimiter, '],
    ['GitHost', 'Acme Host', 'The name "Acme Host" must be lower-case words'],
    ['GitHost', '../x', 'The name "../x" must be'],
  ])('of port %s and name %s is refused', async (port, name, message) => {
    const target = join(folder, 'refused')
    await mkdir(target, { recursive: true })
    await expect(createPlugin({ port, name, folder: target })).rejects.toThrow(message)
    expect(await readdir(target)).toEqual([])
  })

  test.each(['git-host', 'git', 'GitHost', 'githost'])('of port "%s" is a git host', (name) => {
    expect(findPort(name)?.port).toBe('GitHost')
  })
})
