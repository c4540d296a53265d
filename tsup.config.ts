import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'tsup'

/** Every package, plugin and app with a src/index.ts, in one process. Declarations come from tsc. */
const folders = globSync('{packages,plugins,apps}/*/src/index.ts').map((file) =>
  file.slice(0, -'/src/index.ts'.length),
)

/** Sources of what a package exports beside its index. */
function exportedBy(folder: string): string[] {
  const { exports } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  return Object.entries<{ source?: string }>(exports ?? {}).flatMap(([name, { source }]) =>
    name === '.' || !source ? [] : [`${folder}/${source.slice(2)}`],
  )
}

export default defineConfig(
  folders.map((folder) => ({
    name: folder,
    entry: [...globSync(`${folder}/src/{index,main,*.worker}.ts`), ...exportedBy(folder)],
    outDir: `${folder}/dist`,
    format: 'esm' as const,
    target: 'node22',
    platform: 'node' as const,
    dts: false,
    splitting: true,
    // Bundles keep names and line breaks: a stack can be read without maps, and Node reads none unless it is told to.
    sourcemap: false,
    clean: true,
    silent: true,
    removeNodeProtocol: false,
    skipNodeModulesBundle: true,
    tsconfig: 'tsconfig.json',
  })),
)
