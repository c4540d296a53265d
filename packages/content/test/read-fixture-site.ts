import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SITES = new URL('sites/', import.meta.url)

/** Folder of a site that was written for tests. */
export function fixtureSite(name: string): string {
  return fileURLToPath(new URL(name, SITES))
}

/** Its files by path. */
export function readFixtureSite(name: string): Record<string, string> {
  const folder = new URL(`${name}/`, SITES)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return Object.fromEntries(
    files.map(({ name: file, parentPath }) => {
      const path = `${parentPath}/${file}`.slice(fileURLToPath(folder).length).replace(/^\//, '')
      return [path, readFileSync(new URL(path, folder), 'utf8')]
    }),
  )
}
