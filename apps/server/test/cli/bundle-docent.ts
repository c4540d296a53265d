import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'tsup'
import { bundleParseWorker } from '../bundle-process.ts'

/** What cannot be bundled, native code and what loads files itself, is imported from where this package has it. */
const EXTERNAL: Readonly<Record<string, string>> = {
  '@lancedb/lancedb': 'plugins/retriever-lancedb',
  'apache-arrow': 'plugins/retriever-lancedb',
  c12: 'apps/server',
}

/** Bundles the `docent` command as it stands in the sources, and answers the program's path. */
export async function bundleDocent(folder: string): Promise<string> {
  const root = new URL('../../../../', import.meta.url)
  await build({
    config: false,
    entry: { main: fileURLToPath(new URL('../../src/main.ts', import.meta.url)) },
    // As deep below the package as the sources are: its package.json is found.
    outDir: join(folder, 'dist'),
    outExtension: () => ({ js: '.mjs' }),
    format: 'esm',
    target: 'node22',
    platform: 'node',
    splitting: false,
    silent: true,
    removeNodeProtocol: false,
    tsconfig: fileURLToPath(new URL('../../../../tsconfig.json', import.meta.url)),
    noExternal: [/^[^.]/],
    esbuildPlugins: [
      {
        name: 'external',
        setup: (bundle) =>
          bundle.onResolve({ filter: /^(?:@lancedb\/lancedb|apache-arrow|c12)$/ }, ({ path }) => ({
            path: pathToFileURL(createRequire(new URL(`${EXTERNAL[path]}/package.json`, root)).resolve(path))
              .href,
            external: true,
          })),
      },
    ],
    esbuildOptions: (options) => {
      options.conditions = ['source']
      options.banner = {
        js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
      }
    },
  })
  await bundleParseWorker(join(folder, 'dist'))
  return join(folder, 'dist', 'main.mjs')
}
