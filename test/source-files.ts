import { globSync, readFileSync } from 'node:fs'

export interface SourceFile {
  /** Posix, from the root of the repository. */
  path: string
  text: string
  isTest: boolean
  imports: Import[]
}

export interface Import {
  /** As written. */
  specifier: string
  /** The clause between `import` and `from`, '' for a bare or dynamic import. */
  clause: string
  typeOnly: boolean
}

const root = new URL('..', import.meta.url).pathname

/** Every TypeScript source of ours, tests among them, found by glob. */
export function sourceFiles(): SourceFile[] {
  const paths = globSync('{packages,plugins,apps}/*/{src,test}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  })
  return paths.sort().map((path) => {
    const text = readFileSync(root + path, 'utf8')
    return { path, text, isTest: isTest(path), imports: importsOf(text) }
  })
}

export function readRoot(path: string): string {
  return readFileSync(root + path, 'utf8')
}

export function folders(pattern: string): string[] {
  return globSync(`${pattern}/package.json`, { cwd: root })
    .map((file) => file.slice(0, -'/package.json'.length))
    .sort()
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /^[^/]+\/[^/]+\/test\//.test(path)
}

function importsOf(text: string): Import[] {
  const found: Import[] = []
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  for (const [, kind = '', clause = '', specifier = ''] of code.matchAll(
    /^\s*(import|export)\s+(?:([^'"`;]*?)\s+from\s+)?['"]([^'"]+)['"]/gm,
  )) {
    if (kind === 'export' && clause === '') continue
    found.push({ specifier, clause, typeOnly: /^type\b/.test(clause) })
  }
  for (const [, specifier = ''] of code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g))
    found.push({ specifier, clause: '', typeOnly: false })
  return found
}
