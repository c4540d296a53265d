import { fileURLToPath } from 'node:url'
import { build } from 'tsup'

/** Makes `<name>.mjs` of `<name>.ts` beside this file: sources have parameter decorators, which Node alone cannot run. */
export async function bundleProcess(name: string, outDir: string): Promise<void> {
  await build({
    config: false,
    entry: [fileURLToPath(new URL(`${name}.ts`, import.meta.url))],
    outDir,
    outExtension: () => ({ js: '.mjs' }),
    format: 'esm',
    target: 'node22',
    platform: 'node',
    silent: true,
    removeNodeProtocol: false,
    tsconfig: fileURLToPath(new URL('../../../tsconfig.json', import.meta.url)),
    noExternal: [/^[^.]/],
    esbuildOptions: (options) => {
      options.conditions = ['source']
      options.banner = {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      }
    },
  })
}
