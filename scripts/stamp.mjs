// What the last install and build were made of, so that a start with nothing new skips both.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const GROUPS = ['packages', 'plugins', 'apps']

/** @returns {{install: string, build: string}} hashes of what each step reads */
export function stampOf(root) {
  const install = createHash('sha256')
  const build = createHash('sha256')
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'])
    addContent(install, root, file)
  for (const file of [
    'tsup.config.ts',
    'tsconfig.json',
    'apps/widget/build.mjs',
    'apps/dashboard/build.mjs',
    'apps/dashboard/vite.config.ts',
    'apps/dashboard/index.html',
  ])
    addContent(build, root, file)
  for (const group of GROUPS) {
    for (const folder of namesIn(join(root, group))) {
      addContent(install, root, join(group, folder, 'package.json'))
      addTree(build, join(root, group, folder, 'src'))
    }
  }
  return { install: install.digest('hex'), build: build.digest('hex') }
}

export function readStamp(root) {
  try {
    return JSON.parse(readFileSync(fileOf(root), 'utf8'))
  } catch (error) {
    // None yet, or one that was cut off: both mean that everything is done anew.
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return {}
    throw error
  }
}

export function isCurrent(stored, now, step) {
  return stored[step] === now[step]
}

export function writeStamp(root, stamp) {
  writeFileSync(fileOf(root), JSON.stringify(stamp))
}

export function forgetStamp(root) {
  rmSync(fileOf(root), { force: true })
}

function fileOf(root) {
  return join(root, '.stamp')
}

function addContent(hash, root, file) {
  try {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
  }
}

/** Times and sizes, not contents: there are hundreds of files, and this runs at every start. */
function addTree(hash, folder) {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) addTree(hash, path)
    else if (!/\.test\.tsx?$/.test(entry.name)) {
      const { mtimeMs, size } = statSync(path)
      hash.update(`${path}\0${mtimeMs}\0${size}\n`)
    }
  }
}

function namesIn(folder) {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}
