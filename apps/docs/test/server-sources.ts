import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')

/** Names of all commands, such as `serve` and `keys create`, from the definitions of the command line. */
export function commandNames(): string[] {
  const commands = [
    ...read('apps/server/src/cli.ts').matchAll(/(\w+): command\(\(\) => import\('\.\/(.+?)'\)\)/g),
  ]
  return commands.flatMap(([, name = '', file = '']) => {
    const members = /subCommands: \{([^}]*)\}/.exec(read(`apps/server/src/${file}`))?.[1]
    if (members === undefined) return [name]
    return members.split(',').map((member) => `${name} ${member.split(':')[0]?.trim()}`)
  })
}

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
