// Builds the widget three times over: a script for any page, modules for bundlers, and what both load when they need
// it: the highlighter, and the hand-over to a person.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

const shared = (entry, fileName, format) => ({
  root,
  configFile: false,
  logLevel: 'warn',
  define: {
    'process.env.NODE_ENV': '"production"',
    // A classic script has no `import.meta`; main.ts asks `document.currentScript` there.
    ...(format === 'iife' && { 'import.meta.url': '""' }),
  },
  resolve: { conditions: ['source'] },
  // Whatever NODE_ENV is: development adds the paths of files to each element.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    target: 'es2022',
    // What the client needs. Without it each colour would come twice, once for browsers that do not know oklch().
    cssTarget: ['chrome119', 'safari17.4', 'firefox124'],
    emptyOutDir: false,
    reportCompressedSize: false,
    minify: true,
    rolldownOptions: { output: { codeSplitting: false, minify: true } },
    lib: { entry: `${root}src/${entry}`, formats: [format], name: 'Docent', fileName: () => fileName },
  },
})

await build({
  ...shared('main.ts', 'docent.js', 'iife'),
  build: { ...shared('main.ts', 'docent.js', 'iife').build, emptyOutDir: true },
})
await build(shared('main.ts', 'docent.mjs', 'es'))
await build(shared('headless.ts', 'headless.mjs', 'es'))
await build(shared('highlighter.ts', 'docent-highlighter.mjs', 'es'))
await build(shared('loaded/hand-over.ts', 'docent-hand-over.mjs', 'es'))
await build(shared('loaded/variants.ts', 'docent-variants.mjs', 'es'))

// The server sends the compressed files to browsers that take them.
for (const name of readdirSync(`${root}dist`))
  writeFileSync(`${root}dist/${name}.br`, brotliCompressSync(readFileSync(`${root}dist/${name}`)))
