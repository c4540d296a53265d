import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * Bundles a program of `pages/` for the browser, as an application would be, with its constants filled in.
 * @param packages to use instead of those that the program and its packages import
 */
export async function bundlePage(
  name: string,
  constants: Readonly<Record<string, string>>,
  packages: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-page-'))
  try {
    const outfile = join(folder, 'page.js')
    const written = Object.entries(constants).map(([key, value]) => [key, JSON.stringify(value)])
    await build({
      entryPoints: [fileURLToPath(new URL(`./pages/${name}.ts`, import.meta.url))],
      outfile,
      bundle: true,
      absWorkingDir: fileURLToPath(new URL('../../', import.meta.url)),
      alias: packages,
      platform: 'browser',
      format: 'iife',
      target: 'es2022',
      define: { 'process.env.NODE_ENV': '"production"', ...Object.fromEntries(written) },
      logLevel: 'error',
    })
    return await readFile(outfile, 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
