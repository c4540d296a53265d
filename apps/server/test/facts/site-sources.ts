import { readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Files of the site itself, without what was recorded of it. */
export function siteSources(folder: string): Record<string, Uint8Array> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.replace(/\/?$/, '/')}${entry.name}`)
  return Object.fromEntries(
    files
      .map((file): [string, Uint8Array] => [relative(folder, file), readFileSync(file)])
      .filter(([path]) => path !== 'facts.json' && path !== 'expected.txt'),
  )
}
