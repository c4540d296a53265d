import { fileURLToPath } from 'node:url'
import { build, type Options } from 'tsup'

const shared = {
  config: false,
  format: 'esm',
  target: 'node22',
  platform: 'node',
  silent: true,
  removeNodeProtocol: false,
  tsconfig: fileURLToPath(new URL('../../../tsconfig.json', import.meta.url)),
  noExternal: [/^[^.]/],
  external: ['vitest', '@lancedb/lancedb'],
  esbuildOptions: (options) => {
    options.conditions = ['source']
    options.banner = {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    }
  },
} satisfies Options

/** Bundles a program of the tests to `<name>.mjs`: sources have parameter decorators, which Node alone cannot run. */
export async function bundleProcess(program: URL, outDir: string): Promise<void> {
  const entry = [fileURLToPath(program)]
  await build({ ...shared, entry, outDir, outExtension: () => ({ js: '.mjs' }) })
  await bundleParseWorker(outDir)
}

/** Puts `parse.worker.js` beside a bundle that core is a part of: its threads start from there. */
export async function bundleParseWorker(outDir: string): Promise<void> {
  const worker = new URL('../../../packages/core/src/parse.worker.ts', import.meta.url)
  await build({
    ...shared,
    entry: { 'parse.worker': fileURLToPath(worker) },
    outDir,
    outExtension: () => ({ js: '.js' }),
  })
}
