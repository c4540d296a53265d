import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { measureRewordings } from './measure-rewordings.ts'
import { rewordingsOf } from './rewordings.ts'

const BEFORE = [
  '# Guide',
  '',
  '## Limits',
  '',
  'Set `maxDepth` to 30 if your folders are nested deeply.',
  'The server forgets a session that was idle for 20 minutes.',
  'Run `tool --fast` to look at nothing but the changed pages.',
  '',
]
const AFTER = [
  '# Guide',
  '',
  '## Limits',
  '',
  'For deeply nested folders, `maxDepth` can be set to 30.',
  'A session that stays idle for 25 minutes is forgotten by the server.',
  'Run `tool --fast` to look at nothing but the changed page.',
  '',
]

test('takes lines that say the same in other words, and finds the faults of those alone', async () => {
  const path = mkdtempSync(join(tmpdir(), 'rewordings-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', path, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args])
  git('init', '-q', '-b', 'main')
  for (const lines of [BEFORE, AFTER]) {
    writeFileSync(join(path, 'guide.md'), lines.join('\n'))
    git('add', '-A')
    git('commit', '-q', '-m', 'Edit')
  }

  const rewordings = await rewordingsOf(path, { count: 10, newest: 10, seed: 1 })
  expect(rewordings.map(({ before, now }) => [before, now])).toEqual([[BEFORE[4], AFTER[4]]])
  const figures = await measureRewordings(rewordings, 1)
  expect(figures).toMatchObject({ answers: 1, names: 2, alarms: [], alarmed: 0, missed: [] })
  expect(figures.found['wrong default']).toEqual({ of: 1, found: 1 })
  expect(figures.found['renamed key']).toEqual({ of: 1, found: 1 })
})
