// Lets Node run the sources of this repository as they are: `node --import ./scripts/sources.mjs program.ts`. Node alone
// cannot: sources have decorators and parameter properties, and packages import each other by their built entries.
// Worker threads and forked processes inherit it. Add `--enable-source-maps` to see the lines of the sources in stacks.
import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, enableCompileCache, registerHooks } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
const cache = fileURLToPath(new URL('node_modules/.cache/sources/', root))
const TRANSFORM = {
  loader: 'ts',
  format: 'esm',
  target: 'node22',
  sourcemap: 'inline',
  sourcesContent: false,
  tsconfigRaw: {
    compilerOptions: { target: 'es2024', experimentalDecorators: true, verbatimModuleSyntax: true },
  },
}

/** What a cached text depends on besides its source. */
let recipe
/** Imported with the first text that is not in the cache, because the import takes long. */
let esbuild

// A process of the tests starts in half the time when its code, and that of its packages, is compiled already.
enableCompileCache(`${cache}compiled`)

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!isOurs(context.parentURL)) return nextResolve(specifier, context)
    // The path is whole: to look for the file would take a fifth of the start.
    if (specifier.startsWith('.') && specifier.endsWith('.ts'))
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
    // Packages of others give this condition another meaning.
    return nextResolve(specifier, { ...context, conditions: [...context.conditions, 'source'] })
  },
  load(url, context, nextLoad) {
    if (!isOurs(url) || !url.endsWith('.ts')) return nextLoad(url, context)
    return { format: 'module', source: transformed(fileURLToPath(url)), shortCircuit: true }
  },
})

function isOurs(url) {
  return url?.startsWith(root.href) && !url.includes('/node_modules/')
}

function transformed(file) {
  const source = readFileSync(file, 'utf8')
  recipe ??= JSON.stringify(TRANSFORM) + readFileSync(new URL('node_modules/esbuild/package.json', root))
  const cached = `${cache}${hash('sha1', `${recipe}\0${basename(file)}\0${source}`)}.js`
  try {
    return readFileSync(cached, 'utf8')
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  esbuild ??= createRequire(import.meta.url)('esbuild')
  const { code } = esbuild.transformSync(source, { ...TRANSFORM, sourcefile: basename(file) })
  mkdirSync(cache, { recursive: true })
  // Other threads and processes fill the cache at the same time: none sees half a file.
  const own = `${cached}.${crypto.randomUUID()}`
  writeFileSync(own, code)
  renameSync(own, cached)
  return code
}
