import { execFile } from 'node:child_process'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ProjectUpdates } from '@docent/core'
import { CommandOutput, type OutputEvent, ProjectStore, projectId } from '@docent/core/plugin'
import { GitDocsSource } from '@docent/source-git'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchProjects } from '../../../../packages/commands/src/projects/watch-projects.ts'
import { startTestServer } from '../start-test-server.ts'

test('a watched project is indexed, and again once its changes have come to rest, each by a record', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-watch-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const source = new GitDocsSource({ cacheDir: join(folder, 'cache') })
  const look = vi.spyOn(source, 'list')
  await using server = await startTestServer({
    source,
    config: { indexing: { pollMinutes: 0 } },
    docs: { 'index.md': '# One' },
  })
  const { docent } = server.running
  const project = await docent.resolve(ProjectStore).get(projectId('docs'))
  if (!project) throw new Error('There is no project.')
  const events: OutputEvent[] = []
  const abort = new AbortController()
  const out = new CommandOutput((event) => events.push(event))
  const watching = watchProjects(
    { docent, projects: [project], out, signal: abort.signal, isForJson: false },
    { everyMs: 20, quietMs: 50, showMs: 5 },
  )
  const lines = () => events.flatMap((event) => (event.type === 'line' ? [event.text] : []))
  await expect.poll(() => lines().at(-1), { timeout: 60_000 }).toMatch(/^Waiting for changes/)
  expect(lines()[0]).toMatch(/^docs: \d+ pages changed, 0 removed; 1 pages/)

  const clone = join(folder, 'clone')
  const git = async (...args: string[]) => (await promisify(execFile)('git', args)).stdout.trim()
  await git('clone', '-q', '-b', 'main', server.repository, clone)
  await writeFile(join(clone, 'new.md'), '# New')
  await git('-C', clone, 'add', '-A')
  await git('-C', clone, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', 'commit', '-qm', 'New')
  await git('-C', clone, 'push', '-q', 'origin', 'main')
  await expect
    .poll(() => lines().at(-1), { timeout: 60_000 })
    .toMatch(/^docs: 1 pages changed, 0 removed; 2 pages/)

  const warnings = () => events.flatMap((event) => (event.type === 'warning' ? [event.text] : []))
  await rename(server.repository, `${server.repository}-away`)
  const furtherLooks = async () => {
    const looks = look.mock.calls.length
    await expect.poll(() => look.mock.calls.length, { timeout: 60_000 }).toBeGreaterThan(looks + 3)
  }
  await expect.poll(() => warnings().length, { timeout: 60_000 }).toBeGreaterThan(0)
  await furtherLooks()
  // A look that was under way when the repository went may have told another reason.
  const told = warnings()
  expect(new Set(told).size, 'each reason is told once').toBe(told.length)
  await furtherLooks()
  await rename(`${server.repository}-away`, server.repository)
  await expect.poll(() => lines().at(-1), { timeout: 60_000 }).toBe('docs: can be read again.')
  expect(warnings(), 'told once, however often it looked').toEqual(told)

  abort.abort(new Error('Ctrl-C'))
  await expect(watching).rejects.toThrow('Ctrl-C')
  expect(lines()).toHaveLength(4)
  const bars = events.flatMap((event) =>
    event.type === 'progress' && event.progress ? [event.progress] : [],
  )
  expect(bars.map(({ label }) => label)).toContain('docs: in_progress')
  expect(await docent.resolve(ProjectUpdates).unfinished(project)).toEqual([])
})
