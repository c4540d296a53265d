import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
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
  await mkdir(join(data, 'repositories', 'demo.git'), { recursive: true })
  await writeFile(join(data, 'repositories', 'demo.git', 'HEAD'), 'ref: refs/heads/main\n')
  await writeFile(join(data, 'secret'), 'a secret\n', { mode: 0o600 })
  const database = new DatabaseSync(join(data, 'docent.db'))
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE jobs (id TEXT); INSERT INTO jobs VALUES (1)')
  const bash = (script: string) => run('bash', ['-e', '-c', script], { cwd: folder })
  await bash(block('operations/data.mdx', 'backup.sh'))
  expect((await readdir(join(folder, 'backup'))).sort()).toEqual(['docent.db', 'repositories', 'secret'])
  expect((await stat(join(folder, 'backup', 'secret'))).mode & 0o777).toBe(0o600)
  await expect(bash(block('operations/data.mdx', 'backup.sh'))).rejects.toThrow(/exists/)

  database.exec('INSERT INTO jobs VALUES (2)')
  database.close()
  await writeFile(join(data, 'secret'), 'another one\n')
  await bash(block('operations/data.mdx', 'restore.sh'))
  const restored = new DatabaseSync(join(data, 'docent.db'))
  expect(restored.prepare('SELECT count(*) AS jobs FROM jobs').get()).toMatchObject({ jobs: 1 })
  restored.close()
  expect(await readFile(join(data, 'secret'), 'utf8')).toBe('a secret\n')
  await rm(folder, { recursive: true })
})
