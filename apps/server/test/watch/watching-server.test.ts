import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { WATCH_QUEUE } from '@docent/core'
import { BackgroundTasks, JobStore, ProjectNotes, projectId } from '@docent/core/plugin'
import { createBareRepository, runGit } from '@docent/git'
import { afterEach, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { lamp } from './watch-scene.ts'

let server: TestServer | undefined
let folder = ''
afterEach(async () => {
  await server?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

test('a server looks at the code that its projects watch, and a job begins after a release alone', async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-watching-'))
  const gitDir = join(folder, 'lamp.git')
  const url = pathToFileURL(gitDir).href
  await createBareRepository(gitDir, url)
  const commit = async (number: number, text: string) => {
    const data = (value: string) => `data ${Buffer.byteLength(value)}\n${value}\n`
    const from = number === 1 ? '' : 'from refs/heads/main^0\n'
    const input = `commit refs/heads/main\ncommitter A <a@example.com> ${1_700_000_000 + number} +0000\n${data(`feat: number ${number}`)}${from}M 100644 inline src/lamp.go\n${data(text)}`
    await runGit(['fast-import', '--quiet', '--force'], { gitDir, input })
  }
  const tag = (name: string) => runGit(['update-ref', `refs/tags/${name}`, 'refs/heads/main'], { gitDir })
  await commit(1, lamp('colorName', 'beamShutter'))
  await tag('v1')
  server = await startTestServer({
    docs: { 'lamp.md': '# Lamp\n\nSet `colorName`. The beam has `beamShutter`.\n' },
    project: {
      watch: [{ repository: url, branch: 'main', on: 'release', gatherHours: 0, reveal: true }],
    },
  })
  const { docent } = server.running
  const docs = projectId('docs')
  const seen = async () => {
    const note = (await docent.resolve(ProjectNotes).read(docs, 'watch')) as { sources?: object } | undefined
    return JSON.stringify(note?.sources ?? {})
  }
  await vi.waitFor(async () => expect(await seen()).toContain(url), 30_000)
  const look = () => docent.resolve(BackgroundTasks).add(WATCH_QUEUE, { project: docs }, { key: docs })
  const jobs = async () => (await docent.resolve(JobStore).list({ projectId: docs, limit: 10 })).jobs
  const before = await seen()
  await commit(2, lamp('colorName', 'beamShutter', 'fogHorn'))
  await look()
  await tag('v2')
  await vi.waitFor(async () => {
    await look()
    expect(await jobs()).toHaveLength(1)
  }, 30_000)
  expect(await seen()).not.toBe(before)
})
