// Builds the dashboard into dist, with the compressed copies that the server sends.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
process.chdir(root)
// Tests build it too: what a test sets here would build React as for development, twice the size.
process.env.NODE_ENV = 'production'
await build({ root, configFile: join(root, 'vite.config.ts') })

for (const file of filesIn(join(root, 'dist'))) {
  if (!/\.(js|css|svg|html)$/.test(file)) continue
  const content = readFileSync(file)
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
}

function filesIn(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : [path]
  })
}
