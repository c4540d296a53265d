import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readYaml } from '@docent/content'
import { afterAll, beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const action = join(root, 'deploy/github-action')
let folder: string
let env: Record<string, string>

async function commit(files: Readonly<Record<string, string>>): Promise<string> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  await run('git', ['add', '-A'], { cwd: folder })
  await run('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-qm', 'docs'], {
    cwd: folder,
  })
  return (await run('git', ['rev-parse', 'HEAD'], { cwd: folder })).stdout.trim()
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-action-'))
  await mkdir(join(folder, '.tools'))
  const docent = join(folder, '.tools/docent')
  const main = `${process.execPath} --import ${root}scripts/sources.mjs ${root}apps/server/src/main.ts`
  await writeFile(docent, `#!/bin/sh\nexec ${main} "$@"\n`)
  await chmod(docent, 0o755)
  env = { PATH: `${dirname(docent)}:${dirname(process.execPath)}:${process.env.PATH}`, HOME: folder }
  await run('git', ['init', '-q', '-b', 'main'], { cwd: folder })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('shows what a change to the documentation did to its questions, and fails when they got worse', async () => {
  const names = ['alpha', 'bravo', 'delta', 'gamma', 'omega', 'sigma']
  const questions = names.map((name) =>
    JSON.stringify({ question: `What is the ${name} setting?`, page: `/${name}` }),
  )
  const pages = Object.fromEntries(
    names.map((name) => [`docs/${name}.md`, `# The ${name} setting\n\nAbout ${name}.\n`]),
  )
  const base = await commit({ ...pages, 'questions.jsonl': questions.join('\n'), '.gitignore': '.tools\n' })
  await rm(join(folder, 'docs'), { recursive: true })
  await commit({ 'docs/elsewhere.md': '# Elsewhere\n\nThe pages are gone.\n' })

  const summary = join(folder, '.tools/summary.md')
  const measured = run('bash', [join(action, 'measure.sh')], {
    cwd: folder,
    env: {
      ...env,
      QUESTIONS: 'questions.jsonl',
      DOCS_PATH: 'docs',
      BASE: base,
      GITHUB_STEP_SUMMARY: summary,
    },
  })
  await expect(measured).rejects.toMatchObject({ code: 1 })
  const told = await readFile(summary, 'utf8')
  expect(told).toContain('## Questions before and after this change')
  expect(told).toMatch(/\| recall@5 \| 6 \| -1\.000 \| -1\.000 to -1\.000 \| worse \|/)
  expect(told).toContain('| What is the alpha setting? | /alpha | - |')
}, 120_000)

it('says what is missing', async () => {
  const measured = run('bash', [join(action, 'measure.sh')], {
    cwd: folder,
    env: { ...env, QUESTIONS: 'questions.jsonl', BASE: 'f'.repeat(40) },
  })
  await expect(measured).rejects.toMatchObject({ stderr: expect.stringContaining('fetch-depth: 0') })
})

it('gives the script everything that it reads', async () => {
  const { runs } = readYaml(await readFile(join(action, 'action.yml'), 'utf8')) as {
    runs: { steps: { run: string; env?: Record<string, string> }[] }
  }
  const given = Object.keys(runs.steps.find(({ run: command }) => command.includes('measure.sh'))?.env ?? {})
  const script = await readFile(join(action, 'measure.sh'), 'utf8')
  const read = [...script.matchAll(/\$\{?([A-Z][A-Z_]+)\b/g)].map(([, name]) => name)
  expect(new Set(read)).toEqual(new Set([...given, 'GITHUB_STEP_SUMMARY']))
})
