import { strict as assert } from 'node:assert'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pnpm } from '../pnpm.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Packs every package that is published into a folder. @returns {{ manifest: any, tarball: string }[]} */
export function packAll(destination) {
  const manifests = globSync('{packages,plugins,apps}/*/package.json', { cwd: root })
    .map((file) => JSON.parse(readFileSync(join(root, file), 'utf8')))
    .filter((manifest) => !manifest.private)
  // One run of pnpm for all: each would start as long as it packs.
  const filters = manifests.flatMap(({ name }) => ['--filter', name])
  const code = pnpm([...filters, 'pack', '--silent', '--pack-destination', destination], {
    cwd: root,
    output: 'stderr',
  })
  assert.equal(code, 0, 'the packages cannot be packed')
  return manifests.map((manifest) => {
    const pattern = `${manifest.name.replace('@', '').replace('/', '-')}-[0-9]*.tgz`
    const [tarball] = globSync(pattern, { cwd: destination })
    return { manifest, tarball: join(destination, tarball) }
  })
}
