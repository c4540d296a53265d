import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')

/** Packages whose code never runs in a server. */
const ELSEWHERE = /^packages\/(?:simulators|testing|client|create-docent-plugin)\//

/** Values that the server sets for git, and names in the examples of the API reference: it reads neither. */
const NOT_READ = /^(?:GIT_|DOCENT_(?:ADMIN|ASSISTANT)_KEY$)/

/** Names of the environment variables that server and plugins read: by `env.NAME`, by destructuring, or from a list of names. */
export function environmentVariables(): string[] {
  const sources = globSync('{apps/server,packages/*,plugins/*}/src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && !ELSEWHERE.test(file))
    .map(read)
  const names = sources.flatMap((source) => [
    ...[...source.matchAll(/\benv\??\.([A-Z][A-Z_]{3,})\b/g)].map(([, name = '']) => name),
    ...[...source.matchAll(/\{ ([A-Z][A-Z_, ]+) \}: Environment/g)].flatMap(([, list = '']) =>
      list.split(', '),
    ),
    ...[...source.matchAll(/VARIABLES\b[^=]*= \{([^}]*)\}/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/'([A-Z_]+)'/g)].map(([, name = '']) => name),
    ),
  ])
  return [...new Set(names)].filter((name) => !NOT_READ.test(name)).sort()
}

/** Whether any code of the server names the variable. */
export function isRead(variable: string): boolean {
  return globSync('{apps/server,packages/*,plugins/*}/src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && !ELSEWHERE.test(file))
    .some((file) => read(file).includes(variable))
}
