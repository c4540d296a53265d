// Deletes from an installed server what only development needs: declarations, source maps, sources and texts of other
// packages. The folder of the server is its argument; it prints what is left.
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const [, , folder] = process.argv
if (folder === undefined) throw new Error('Name the folder of the server.')

/** Packages of types alone, and what optional peers bring that no server imports. */
const UNUSED =
  /\/node_modules\/(?:@octokit\/(?:openapi-types|types)|@types\/[^/]+|react-dom|scheduler|csstype)$/
const FILES = /\.(?:d\.[mc]?ts|map)$/
/** The server and our packages bring Markdown that is served, so only that of others goes. Node runs no TypeScript there. */
const FOREIGN = /\.(?:mdx?|markdown|[mc]?ts)$|\/(?:zod\/src|__tests__|\.github)$/
/** Folders beside the package.json of another package that nobody imports. */
const BESIDE = /\/node_modules\/(?:@[^/]+\/)?[^/@]+\/(?:docs|tests?|examples?|benchmarks?)$/

const before = bytesOf(folder)
prune(folder)
const after = bytesOf(folder)
console.log(`Pruned: ${mb(before)} MB before, ${mb(after)} MB after.`)

function prune(parent) {
  for (const entry of readdirSync(parent, { withFileTypes: true })) {
    const path = join(parent, entry.name)
    const [, nearest] = /.*\/node_modules\/(.*)/.exec(path) ?? []
    const isForeign = nearest !== undefined && !nearest.startsWith('@docent/')
    if (UNUSED.test(path) || FILES.test(path) || (isForeign && (FOREIGN.test(path) || BESIDE.test(path))))
      rmSync(path, { recursive: true, force: true })
    else if (entry.isDirectory()) prune(path)
  }
}

function bytesOf(path) {
  const entry = lstatSync(path)
  if (entry.isSymbolicLink()) return 0
  if (!entry.isDirectory()) return entry.size
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0)
}

function mb(bytes) {
  return Math.round(bytes / 1e6)
}
