import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')

/** Names of the environment variables that server and plugins read. */
export function environmentVariables(): string[] {
  const sources = globSync('{apps/server,plugins/*}/src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map(read)
  const names = sources.flatMap((source) =>
    [...source.matchAll(/\benv\??\.([A-Z][A-Z_]{3,})\b/g)].map(([, name = '']) => name),
  )
  return [...new Set(['PORT', ...names])].sort()
}
