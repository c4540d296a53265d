import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectId } from '@docent/core/plugin'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FROM_SOURCES } from '../../../../scripts/from-sources.ts'
import { IS_LONG } from '../../../../scripts/long-runs.ts'
import { FileRetriever } from '../../src/file-retriever.ts'
import { verifyIndex } from '../../src/revision/verify-index.ts'

const PROGRAM = fileURLToPath(new URL('edit-program.ts', import.meta.url))
const project = projectId('handbook')
/** More with KILLED_WRITERS: see CONTRIBUTING.md. */
const KILLS = Number(process.env.KILLED_WRITERS ?? (IS_LONG ? 50 : 3))
let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docent-killed-'))
})

afterEach(() => rm(directory, { recursive: true }))

/** The last revision that a writer said to be committed, before it was killed at some moment. */
async function writeUntilKilled(first: number): Promise<number> {
  const child = spawn(process.execPath, [...FROM_SOURCES, PROGRAM, directory, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await once(child.stdout, 'data')
  const exited = once(child, 'exit')
  // Commits take some milliseconds: anywhere in one of them.
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 400))
  child.kill('SIGKILL')
  await exited
  return Number(said.trim().split('\n').at(-1))
}

test(
  'a writer that is killed at any moment leaves a whole revision, the newest that it committed or the one on its way',
  async () => {
    let next = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const committed = await writeUntilKilled(next)
      const retriever = new FileRetriever({
        directory,
        memoryMb: 16,
        clock: { now: () => Date.now() },
        ids: { sortable: randomUUID, secret: randomUUID },
        logger: { debug() {}, info() {}, warn() {}, error() {} },
      })
      const served = Number((await retriever.manifest(project)).revision?.slice(1))
      expect([committed, committed + 1]).toContain(served)
      const contentOf = async (path: string) => (await retriever.page(project, path))?.content
      expect(await contentOf('/newest')).toBe(`compass of ${served}`)
      // Each page as its own last commit left it.
      for (let revision = Math.max(0, served - 39); revision <= served; revision++)
        expect(await contentOf(`/page-${revision % 40}`)).toContain(`lantern of ${revision}`)
      const found = await retriever.search(project, { text: 'lantern', limit: 200 })
      expect(found).toHaveLength(Math.min(40, served + 1))
      await verifyIndex(join(directory, 'handbook'))
      // Whoever writes next takes away what the dead one left.
      await retriever.begin(project).then((writer) => writer.abort())
      const current: { segments: { name: string }[] } = JSON.parse(
        await readFile(join(directory, 'handbook', 'CURRENT'), 'utf8'),
      )
      const segments = (await readdir(join(directory, 'handbook'))).filter((name) =>
        name.startsWith('segment-'),
      )
      expect(segments.sort()).toEqual(current.segments.map(({ name }) => name).sort())
      await retriever.stop()
      next = served + 1
    }
  },
  120_000 + KILLS * 10_000,
)
