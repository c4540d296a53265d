// Installs, bundles and puts the server with what it needs into a folder: node deploy/image/build.mjs /app [plugin …]
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pnpm } from '../../scripts/pnpm.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../..')
const [, , out, ...plugins] = process.argv
if (out === undefined) throw new Error('Name the folder for the server.')

run(['install', '--frozen-lockfile'])
run(['run', 'bundle'])
// Packing copies it; a deployment does not pack.
execFileSync(process.execPath, ['apps/server/scripts/copy-demo.mjs'], { cwd: root, stdio: 'inherit' })
run(['--filter', '@docent/server', 'deploy', '--prod', out])
for (const name of plugins) {
  // Beside the packages of the server, so that both use one copy of core.
  run(['--filter', `@docent/${name}`, 'deploy', '--prod', join(out, 'node_modules/@docent', name)])
}
keepPeers()
execFileSync(process.execPath, ['scripts/licences.mjs', '--sbom', join(out, 'sbom.cdx.json')], {
  cwd: root,
  stdio: 'inherit',
})
process.argv[2] = out
await import('./prune.mjs')
copyFileSync(join(here, 'healthcheck.mjs'), join(out, 'healthcheck.mjs'))

/** pnpm empties the list of optional peers, by which a configuration in another folder finds these plugins. */
function keepPeers() {
  const file = join(out, 'package.json')
  const { peerDependencies } = JSON.parse(readFileSync(join(root, 'apps/server/package.json'), 'utf8'))
  const deployed = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, `${JSON.stringify({ ...deployed, peerDependencies }, undefined, 2)}\n`)
}

function run(args) {
  if (pnpm(args, { cwd: root }) !== 0) throw new Error(`pnpm ${args.join(' ')} failed.`)
}
