import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DocentCommand } from './docent-command.ts'

vi.setConfig({ testTimeout: 110_000 })

const TEXTS = {
  'mkdocs.yml': 'site_name: A\nnav:\n  - index.md\n  - gone.md\n',
  'docs/index.md': '# Home\n',
  'docs/other.md': '# Other\n',
  'src/main.c': 'int main() {}\n',
}

/** A command in a folder with a git repository. */
async function clone(): Promise<DocentCommand> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-inspect-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(TEXTS)) {
    await mkdir(join(folder, 'site', path, '..'), { recursive: true })
    await writeFile(join(folder, 'site', path), text)
  }
  const names = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost']
  const git = (...args: string[]) => execFileSync('git', ['-C', join(folder, 'site'), ...args])
  git('init', '--quiet')
  git('add', '.')
  git(...names, 'commit', '--quiet', '-m', 'Begin')
  const command = new DocentCommand(folder)
  onTestFinished(() => command.close())
  return command
}

test('shows what an index of a folder would hold, and proposes the folder that has pages', async () => {
  const command = await clone()
  const { code, stdout } = await command.run(['projects', 'inspect', './site'])
  expect(stdout).toContain('Generator:  mkdocs, by mkdocs.yml\n')
  expect(stdout).toMatch(/\n {12}\/ +docs\/index\.md\n/)
  expect(stdout).toMatch(/Navigation: \d pages?, from mkdocs\.yml\n/)
  expect(stdout).toContain('mkdocs.yml:4: ')
  expect(code).toBe(0)
  const empty = await command.run(['projects', 'inspect', './site/src'])
  expect(empty.stderr).toContain('"docs" has 2 pages: set docsPath to "docs".')
  expect(empty.code).toBe(1)
  const unknown = await command.run(['projects', 'inspect', 'site'])
  expect(unknown.stderr).toContain('To inspect a folder, write ./site.')
})
