// Prints the tarballs of packages of this clone, and of those that they stand on, one a line, so that npm can install
// them elsewhere before they are published: npm install $(npm run --silent --prefix ../docent packages @docent/core)
// Installs, builds, and packs first when something changed since the last time. With --json: name → tarball.
import { fileURLToPath } from 'node:url'
import { packedPackages, packPackages } from './packed/clone-packages.mjs'
import { INSTALL, step } from './pnpm.mjs'

const cwd = fileURLToPath(new URL('..', import.meta.url))
const args = process.argv.slice(2)
const names = args.filter((each) => each !== '--json')
const packages = packedPackages() ?? (await packed())
const unknown = names.filter((name) => !packages[name])
if (names.length === 0 || unknown.length > 0) {
  const reason = unknown.length > 0 ? `No package: ${unknown.join(', ')}` : 'Name packages'
  console.error(`${reason}. This clone has ${Object.keys(packages).sort().join(', ')}.`)
  process.exit(1)
}
const wanted = new Set(names)
for (const name of wanted) for (const need of packages[name].needs) wanted.add(need)
const tarballs = Object.fromEntries([...wanted].map((name) => [name, packages[name].tarball]))
console.log(args.includes('--json') ? JSON.stringify(tarballs) : Object.values(tarballs).join('\n'))

async function packed() {
  await step('Installing dependencies', INSTALL, { cwd })
  await step('Building', ['--silent', 'run', 'build:inside'], { cwd })
  console.error('Packing …')
  packPackages()
  return packedPackages()
}
