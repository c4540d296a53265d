// Runs one benchmark from the sources: `node apps/bench/run.mjs stream`.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const [name, ...args] = process.argv.slice(2)
if (!name) throw new Error('Name the benchmark: node apps/bench/run.mjs <name> [arguments]')
const loader = new URL('../../scripts/sources.mjs', import.meta.url).href
const program = fileURLToPath(new URL(`src/${name}.bench.ts`, import.meta.url))
const { status } = spawnSync(
  process.execPath,
  ['--enable-source-maps', '--import', loader, program, ...args],
  { stdio: 'inherit' },
)
process.exitCode = status ?? 1
