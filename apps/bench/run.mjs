// Bundles one benchmark and runs it: `node apps/bench/run.mjs rate-limit`. Sources have parameter decorators, which
// Node alone cannot run.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { build } from 'tsup'

const [name, ...args] = process.argv.slice(2)
if (!name) throw new Error('Name the benchmark: node apps/bench/run.mjs <name> [arguments]')
const folder = fileURLToPath(new URL('.', import.meta.url))
await build({
  config: false,
  // Worker threads are started from a file beside the bundle.
  entry: {
    [name]: `${folder}src/${name}.bench.ts`,
    'parse.worker': fileURLToPath(new URL('../../packages/core/src/parse.worker.ts', import.meta.url)),
  },
  outDir: `${folder}dist`,
  format: 'esm',
  target: 'node22',
  platform: 'node',
  clean: false,
  splitting: false,
  silent: true,
  removeNodeProtocol: false,
  tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)),
  // Everything goes into the bundle, but for packages with native code.
  noExternal: [/^(?!@lancedb|apache-arrow)[^.]/],
  external: ['@lancedb/lancedb', 'apache-arrow'],
  esbuildOptions: (options) => {
    options.conditions = ['source']
    // CommonJS packages inside the bundle ask for Node's own modules by `require`.
    options.banner = {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    }
  },
})
const { status } = spawnSync(process.execPath, [`${folder}dist/${name}.js`, ...args], { stdio: 'inherit' })
process.exitCode = status ?? 1
