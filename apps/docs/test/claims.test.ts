import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { FROM_SOURCES } from '../../../scripts/from-sources.ts'
import { CLAIMS } from './claims.ts'
import { pages, sourceOf } from './content.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const texts = globSync(['*.md', '{apps,packages,plugins}/*/README.md', 'apps/docs/content/**/*.mdx'], {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
})
const flat = (text: string) => text.replace(/\s+/g, ' ')

describe('what the documentation claims', () => {
  test.each(CLAIMS)('is there and true: $page: $sentence', ({ page, sentence, check }) => {
    expect(flat(read(page))).toContain(sentence)
    expect(check()).toBeUndefined()
  })

  test('names no package that does not exist', () => {
    const names = new Set(
      globSync('{apps,packages,plugins}/*/package.json', { cwd: root }).map(
        (file) => JSON.parse(read(file)).name,
      ),
    )
    const strangers = texts.flatMap((file) =>
      [...read(file).matchAll(/@docent\/[a-z-]+/g)]
        .filter(([name]) => !names.has(name))
        .map(([name]) => `${file}: ${name}`),
    )
    expect(strangers).toEqual([])
  })

  test('names every plugin on the page of plugin options, and gives each a page', () => {
    const plugins = globSync('plugins/*/package.json', { cwd: root }).map((file) => file.split('/')[1])
    for (const plugin of plugins) {
      expect(pages).toContain(`adapters/${plugin}.mdx`)
      expect(sourceOf('reference/plugin-options.mdx')).toContain(`(/adapters/${plugin})`)
    }
  })

  test('names no file that a reader does not have', () => {
    const sources = globSync('{apps,packages,plugins,scripts,test}/**/*.{ts,mjs}', {
      cwd: root,
      exclude: (name) => name === 'node_modules' || name === 'dist',
    })
    const absent =
      /\b(?:api|streams|drop-in|interface|toolchain[a-z-]*|grounding|prose)\.md(?: section|\b\)|\s+says)/
    expect(sources.length).toBeGreaterThan(500)
    expect([...sources, ...texts].filter((file) => absent.test(read(file)))).toEqual([])
  })
})

/** The code block of a page with that title. */
function block(page: string, title: string): string {
  const match = new RegExp(`^( *)\`\`\`bash ${title}\\n([\\s\\S]*?)^ *\`\`\``, 'm').exec(sourceOf(page))
  if (!match) throw new Error(`${page} has no code block ${title}`)
  return (match[2] ?? '').replaceAll(`\n${match[1]}`, '\n')
}

test('backup and restore work as they are printed, beside a server that writes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-backup-'))
  const data = join(folder, '.docent-data')
  await mkdir(join(data, 'repositories', 'demo.git', 'objects'), { recursive: true })
  await writeFile(join(data, 'repositories', 'demo.git', 'HEAD'), 'ref: refs/heads/main\n')
  await writeFile(join(data, 'secret'), 'a secret\n', { mode: 0o600 })
  const database = new DatabaseSync(join(data, 'docent.db'))
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE jobs (id TEXT); INSERT INTO jobs VALUES (1)')
  const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
  const command = [process.execPath, ...FROM_SOURCES, main].map((word) => `'${word}'`).join(' ')
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin', 'docent'), `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 })
  const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, HOME: folder }
  const bash = (script: string) => run('bash', ['-e', '-c', script], { cwd: folder, env })
  await bash(block('operations/data.mdx', 'backup.sh'))
  const [plain = ''] = await readdir(join(folder, 'backups'))
  expect(plain).toMatch(/^docent-\d{8}T\d{6}Z\.tar\.gz$/)
  expect((await stat(join(folder, 'backups', plain))).mode & 0o777).toBe(0o600)
  await rm(join(folder, 'backups', plain))
  await bash(block('operations/data.mdx', 'encrypted.sh'))
  expect(await readdir(join(folder, 'backups'))).toEqual([expect.stringMatching(/\.tar\.gz\.age$/)])

  database.exec('INSERT INTO jobs VALUES (2)')
  database.close()
  await writeFile(join(data, 'secret'), 'another one\n')
  const restore = block('operations/data.mdx', 'restore.sh')
  await expect(bash(restore)).rejects.toThrow(/DOCENT_BACKUP_PASSPHRASE/)
  await bash(`export DOCENT_BACKUP_PASSPHRASE='three words and more'\n${restore}`)
  const restored = new DatabaseSync(join(data, 'docent.db'))
  expect(restored.prepare('SELECT count(*) AS jobs FROM jobs').get()).toMatchObject({ jobs: 1 })
  restored.close()
  expect(await readFile(join(data, 'secret'), 'utf8')).toBe('a secret\n')
  expect(await readdir(join(data, 'repositories', 'demo.git'))).toEqual(['HEAD', 'objects'])
  await rm(folder, { recursive: true })
}, 120_000)
