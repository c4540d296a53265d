import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inPlace } from '../src/commands/local-place.ts'
import { findDrift } from '../src/drift/find-drift.ts'
import { replay } from '../src/replay/replay.ts'
import { CodeRepository } from '../src/repository/code-repository.ts'
import { watchedFiles } from '../src/repository/watched-files.ts'
import { makePast } from './make-past.ts'

const files = watchedFiles(['docs'])
let folder: string
let repository: CodeRepository

const lamp = (...options: string[]) =>
  `package lamp\n\n// Lamp is the configuration.\ntype Lamp struct {\n${options.map((name) => `\t${name[0]?.toUpperCase()}${name.slice(1)} string \`yaml:"${name}"\``).join('\n')}\n}\n`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-watch-'))
  const change = (daysAgo: number, message: string, changes: Record<string, string>) => ({
    daysAgo,
    message,
    files: changes,
  })
  await makePast(join(folder, 'lamp.git'), Date.now(), [
    change(800, 'feat: begin', {
      'docs/lamp.md':
        '# Lamp\n\nSet `colorName` and `brightness` in the file. The beam has `beamShutter`.\n\nAlso see `--third-party`.\n',
      'docs/other.md': '# Install\n\nRun the installer.\n',
      'src/lamp.go': lamp('colorName', 'brightness', 'beamShutter'),
      'src/motor.go': 'package motor\n\nfunc turn() int {\n\treturn 1\n}\n',
    }),
    change(40, 'feat: add height', {
      'src/lamp.go': lamp('colorName', 'brightness', 'beamShutter', 'heightLimit'),
      'docs/lamp.md':
        '# Lamp\n\nSet `colorName`, `brightness` and `heightLimit`.\n\nThe beam has `beamShutter`.\n\nAlso see `--third-party`.\n',
    }),
    change(6, 'refactor: turn faster', {
      'src/motor.go': 'package motor\n\nfunc turn() int {\n\treturn 2\n}\n',
    }),
    change(5, 'feat: add `fogHorn` option', {
      'src/lamp.go': lamp('colorName', 'brightness', 'beamShutter', 'heightLimit', 'fogHorn'),
    }),
    change(4.5, 'feat!: remove the shutter', {
      'src/lamp.go': lamp('colorName', 'brightness', 'heightLimit', 'fogHorn'),
    }),
  ])
  repository = await CodeRepository.open(join(folder, 'lamp.git'))
})
afterAll(async () => {
  repository.close()
  await rm(folder, { recursive: true })
})

test('proposes what changed without its page, and nothing for what nobody sees', async () => {
  const { changes, stopped, proposals, documented } = await replay({
    repository,
    from: 'main',
    files,
    since: 0,
  })
  const proposed = proposals.flatMap((one) => one.changes)
  expect(proposed.map(({ title }) => title)).toEqual([
    'feat: add `fogHorn` option',
    'feat!: remove the shutter',
  ])
  for (const { pages } of proposed) expect(pages[0]?.path).toBe('docs/lamp.md')
  expect(proposed[0]?.names[0]).toMatchObject({
    name: 'fogHorn',
    change: 'added',
    file: 'src/lamp.go',
    line: 9,
  })
  expect({ changes, stopped }).toEqual({ changes: 4, stopped: 1 })
  expect(documented).toMatchObject({ changes: 1, pages: 1, found: 1 })
})

test('a name that the code lost is drift, and one that it never had is not', async () => {
  const commit = await repository.resolve('main')
  const request = { docs: { repository, commit }, code: { repository, commit }, ...files }
  const { stale, names } = await findDrift(request)
  expect(names).toBe(5)
  expect(stale).toEqual([
    {
      page: 'docs/lamp.md',
      line: 5,
      name: 'beamShutter',
      file: 'src/lamp.go',
      removed: { commit, at: expect.any(Number), title: 'feat!: remove the shutter' },
    },
  ])
})

test('a clone without its history is refused: nothing could be told from it', async () => {
  const clone = join(folder, 'shallow.git')
  await cp(join(folder, 'lamp.git'), clone, { recursive: true })
  // What a clone with a depth has: where its history ends.
  await writeFile(join(clone, 'shallow'), `${await repository.resolve('HEAD')}\n`)
  const values = { repository: clone, docs: 'docs', code: undefined, branch: 'HEAD' }
  await expect(inPlace(values, folder, async () => undefined)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('--unshallow'),
  })
})
