import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportSite } from './export-site.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-bench-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  return execFileSync('git', ['-C', folder, ...identity, ...args], { encoding: 'utf8' }).trim()
}

test('exports the English Markdown of one commit, byte for byte', () => {
  git('init', '--quiet')
  mkdirSync(join(folder, 'docs/fr'), { recursive: true })
  writeFileSync(join(folder, 'docs/a page.md'), '# Ä\r\n')
  writeFileSync(join(folder, 'docs/b.mdx'), '')
  writeFileSync(join(folder, 'docs/fr/a.md'), 'Bonjour')
  writeFileSync(join(folder, 'docs/code.ts'), 'const code = 1')
  writeFileSync(join(folder, 'README.md'), 'outside')
  symlinkSync('b.mdx', join(folder, 'docs/link.md'))
  git('add', '.')
  git('commit', '--quiet', '-m', 'docs')
  const commit = git('rev-parse', 'HEAD')
  writeFileSync(join(folder, 'docs/later.md'), 'later')
  git('add', '.')
  git('commit', '--quiet', '-m', 'later')

  const target = join(folder, 'out')
  const site = { name: 'docs', repository: 'owner/name', commit, folder: 'docs', without: /^fr\// }
  expect(exportSite(join(folder, '.git'), site, target)).toBe(2)
  expect(globSync('**/*.*', { cwd: target }).sort()).toEqual(['a page.md', 'b.mdx'])
  expect(readFileSync(join(target, 'a page.md'), 'utf8')).toBe('# Ä\r\n')
})
