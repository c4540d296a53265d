import { fileURLToPath } from 'node:url'
import { build } from 'tsup'

/** Bundles a program of the tests to `<name>.mjs`: sources have parameter decorators, which Node alone cannot run. */
export async function bundleProcess(program: URL, outDir: string): Promise<void> {
  await build({
    config: false,
    entry: [fileURLToPath(program)],
    outDir,
    outExtension: () => ({ js: '.mjs' }),
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
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      }
    },
  })
}
