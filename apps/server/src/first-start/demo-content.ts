import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Folder of the demo documentation: the copy in the published package, or the original in the repository. Undefined
 * when neither is there.
 */
export function findDemoContent(from: string = fileURLToPath(import.meta.url)): string | undefined {
  const root = packageRoot(dirname(from))
  if (root === undefined) return undefined
  return [join(root, 'demo'), join(root, '..', 'docs', 'content')].find((folder) =>
    existsSync(join(folder, 'docs.json')),
  )
}

/** Sources and bundle lie at different depths below it. */
function packageRoot(folder: string): string | undefined {
  const file = join(folder, 'package.json')
  if (existsSync(file)) {
    const { name } = JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown }
    if (name === '@docent/server') return folder
  }
  const parent = dirname(folder)
  return parent === folder ? undefined : packageRoot(parent)
}
