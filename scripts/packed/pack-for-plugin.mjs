// Packs what a plugin is written and tested with into a folder: node scripts/packed/pack-for-plugin.mjs <folder>
// Prints one JSON object: package → tarball. It needs a build.
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pnpm } from '../pnpm.mjs'

const FOLDERS = ['packages/core', 'packages/content', 'packages/testing']
const root = fileURLToPath(new URL('../..', import.meta.url))
const destination = resolve(process.argv[2] ?? '.')

const missing = FOLDERS.filter((folder) => !existsSync(join(root, folder, 'dist/index.js')))
if (missing.length > 0) {
  console.error(`These packages are not built: ${missing.join(', ')}. Run "npm run build" first.`)
  process.exit(1)
}
mkdirSync(destination, { recursive: true })
const tarballs = {}
for (const folder of FOLDERS) {
  const cwd = join(root, folder)
  const args = ['pack', '--silent', '--pack-destination', destination]
  if (pnpm(args, { cwd, output: 'stderr' }) !== 0) process.exit(1)
  const { name } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'))
  const [tarball] = globSync(`${name.replace('@', '').replace('/', '-')}-[0-9]*.tgz`, { cwd: destination })
  tarballs[name] = basename(tarball)
}
console.log(JSON.stringify(tarballs))
