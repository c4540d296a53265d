import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { GitWorkspaces } from '@docent/workspace-git'
import { afterAll, expect, test } from 'vitest'
import { measureChanges } from './measure-changes.ts'
import { branchOf, pageCommits } from './page-commits.ts'

const directory = mkdtempSync(join(tmpdir(), 'grounding-agent-'))
const path = join(directory, 'product')

afterAll(() => rmSync(directory, { recursive: true }))

test('finds a made-up name in the lines that a commit brings, and none in what the source has', async () => {
  mkdirSync(path)
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', path, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args])
  const commit = (message: string, files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
    git('add', '-A')
    git('commit', '-q', '-m', message)
  }
  git('init', '-q', '-b', 'main')
  commit('start', { 'cli.js': "option('--max-depth')\n", 'guide.md': '# Guide\n' })
  commit('Say what the flag does', { 'guide.md': '# Guide\n\nRun it with `--max-depth`.\n' })
  commit('Both', { 'guide.md': '# Guide\n\nOther.\n', 'cli.js': "option('--other')\n" })
  commit('Log', { 'CHANGELOG.md': '# 1.0.0\n' })
  commit('Name what is nowhere', { 'guide.md': '# Guide\n\nRun it with `--nowhere-else`.\n' })

  const commits = await pageCommits(path, { count: 10, newest: 10, seed: 1 })
  expect(commits.map(({ message }) => message).sort()).toEqual([
    'Name what is nowhere',
    'Say what the flag does',
  ])
  const workspaces = new GitWorkspaces({ cacheDir: join(directory, 'cache') }, { clock: Date })
  const repository = pathToFileURL(path).href
  const from = await branchOf(path)
  const remote = async () => ({ url: repository })
  const open = (at: string) =>
    workspaces.open({ repository, remote, branch: `docent/${at}`, from, commit: at, keep: at })
  const figures = await measureChanges({ path, open }, commits, 1)
  await workspaces.close()
  expect(figures).toMatchObject({ commits: 2, unread: 0, alarmed: 1, missed: [] })
  expect(figures.alarms.map(({ name }) => name.text)).toEqual(['--nowhere-else'])
  expect(figures.found['invented flag']).toEqual({ of: 2, found: 2 })
})
