import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isCurrent, stampOf } from '../stamp.mjs'
import { packAll } from './pack-all.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, '.packages')
const list = join(folder, 'packages.json')

/**
 * The packages that were packed last: name → tarball and the packages of the clone that it needs. Undefined when a
 * source has changed since.
 * @returns {Record<string, { tarball: string, needs: string[] }> | undefined}
 */
export function packedPackages() {
  if (!existsSync(list)) return undefined
  const { stamp, packages } = JSON.parse(readFileSync(list, 'utf8'))
  const now = stampOf(root)
  if (!isCurrent(stamp, now, 'install') || !isCurrent(stamp, now, 'build')) return undefined
  for (const each of Object.values(packages)) each.tarball = join(folder, each.tarball)
  return packages
}

/** Packs every package that is published into .packages of the clone. It needs a build. */
export function packPackages() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const found = packAll(folder)
  const ours = new Set(found.map(({ manifest }) => manifest.name))
  const packages = Object.fromEntries(
    found.map(({ manifest, tarball }) => {
      const { name, dependencies, peerDependencies, peerDependenciesMeta = {} } = manifest
      const needs = Object.keys({ ...dependencies, ...peerDependencies }).filter(
        (each) => ours.has(each) && !peerDependenciesMeta[each]?.optional,
      )
      return [name, { tarball: basename(tarball), needs }]
    }),
  )
  writeFileSync(list, JSON.stringify({ stamp: stampOf(root), packages }))
  return found
}
