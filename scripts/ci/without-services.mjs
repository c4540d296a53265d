// Proves that tests which need a service are left out where it is missing, that the run then passes and ends with what
// is missing, and that it fails in CI. Runs one suite of each kind with a PATH that has nothing but npm, git, and a shell.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The service that each file needs, as the last lines name it. */
const MISSING = {
  'vitest.config.ts': {
    'plugins/limiter-redis/src/plugin.test.ts': 'Redis 6.2 or later',
    'plugins/telemetry-otel/src/monitoring.test.ts': 'promtool of Prometheus',
    'plugins/store-postgres/test/task-outages.test.ts': 'PgBouncer',
  },
  'vitest.browser.config.ts': { 'apps/widget/test/policies.browser.test.ts': 'Chromium' },
}
/** Runs everywhere, on the PostgreSQL that npm installed. */
const PRESENT = 'packages/postgres/src/notifications.test.ts'
const LAST_LINE = 'To install what is missing, run: npm run services'
const LAST_LINE_OF_ONE = 'To install it, run: npm run services'

const folder = mkdtempSync(join(tmpdir(), 'docent-nothing-'))
const problems = []
try {
  for (const program of ['npm', 'npx', 'git', 'sh']) symlinkSync(pathOf(program), join(folder, program))
  symlinkSync(process.execPath, join(folder, 'node'))
  for (const [config, files] of Object.entries(MISSING)) {
    elsewhere(config, files)
    inCi(config, files)
  }
} finally {
  rmSync(folder, { recursive: true })
}
for (const problem of problems) console.error(`Without services: ${problem}`)
process.exitCode = problems.length === 0 ? 0 : 1

function elsewhere(config, files) {
  const { status, output } = run(config, files, {})
  must(status === 0, `${config} fails where services are missing`)
  const [, end = ''] = output.split('NOT RUN: ')
  for (const [file, service] of Object.entries(files))
    must(end.includes(`  ${service}\n    ${file}: `), `the last lines don't name ${service} and ${file}`)
  const last = Object.keys(files).length === 1 ? LAST_LINE_OF_ONE : LAST_LINE
  must(end.trimEnd().endsWith(last), `the last line isn't "${last}"`)
  must(!end.includes(PRESENT), `PostgreSQL of npm is missing`)
  console.log(`NOT RUN: ${end}`)
}

function inCi(config, files) {
  const { status, output } = run(config, files, { CI: 'true' })
  must(status === 1, `${config} passes in CI without services`)
  for (const [file, service] of Object.entries(files))
    must(
      output.includes(`what is not installed: ${service}`),
      `${file} doesn't fail in CI without ${service}`,
    )
}

function run(config, files, ci) {
  const { CI: _, CHROMIUM_PATH: __, POSTGRES_BIN: ___, ...env } = process.env
  const tests = config === 'vitest.config.ts' ? [...Object.keys(files), PRESENT] : Object.keys(files)
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', config, ...tests]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: { ...env, ...ci, PATH: folder, ONLY_ON_PATH: 'true' },
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  return { status, output: stripVTControlCharacters(stdout + stderr) }
}

function must(isTrue, problem) {
  if (!isTrue) problems.push(problem)
}

function pathOf(program) {
  return execFileSync('sh', ['-c', `command -v ${basename(program)}`], { encoding: 'utf8' }).trim()
}
