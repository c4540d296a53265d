import { type PackageVersions, packageFiles } from './package-files.ts'
import { type PluginNames, pluginNames } from './plugin-names.ts'
import type { PluginPort } from './plugin-port.ts'

/** Every file of a new plugin, by its path. */
export function pluginFiles(
  port: PluginPort,
  name: string,
  versions: PackageVersions,
): Readonly<Record<string, string>> {
  const names = pluginNames(port, name)
  return {
    ...packageFiles(port, names, versions),
    'src/index.ts': `export { ${names.factory} } from './plugin.ts'\n`,
    'src/plugin.ts': pluginFile(port, names),
    'src/options.ts': OPTIONS,
    'src/not-written.ts': notWrittenFile(port, names),
    [`src/${names.file}.ts`]: adapterFile(port, name, names),
    [`src/${names.file}.contract.test.ts`]: contractFile(port, name, names),
  }
}

const OPTIONS = `import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. Describe every field. */
export const Options = z.strictObject({
  url: z.url().default('http://127.0.0.1:8080').describe('Address of the service.'),
})
export type Options = z.output<typeof Options>
`

function pluginFile({ port, register }: PluginPort, { plugin, adapter, file, factory }: PluginNames): string {
  const token = register === 'provide' ? `, ${port}` : ''
  const handed =
    register === 'provide'
      ? `host.provide(${port}, new ${adapter}(options))`
      : `host.${register}(new ${adapter}(options))`
  return `import { definePlugin${token} } from '@docent/core/plugin'
import { Options } from './options.ts'
import { ${adapter} } from './${file}.ts'

/** Opens nothing by itself: use host.onStart and host.onStop for files and connections. */
export const ${factory} = definePlugin({
  name: '${plugin}',
  options: Options,
  setup: (options, host) => ${handed},
})
`
}

function notWrittenFile({ port }: PluginPort, { file }: PluginNames): string {
  return `/** Ends a test with the name of the member that it needs next. Delete this file when nothing uses it. */
export function notWritten(member: string): never {
  throw new Error(\`Write ${port}.\${member} in src/${file}.ts.\`)
}
`
}

function adapterFile(
  { port, promise, methods, data = {} }: PluginPort,
  name: string,
  names: PluginNames,
): string {
  const fields = Object.entries(data).map(
    ([field, value]) => `  readonly ${field} = ${value === 'NAME' ? `'${name}'` : value}\n`,
  )
  const members = methods.map(
    (method) => `  readonly ${method}: ${port}['${method}'] = () => notWritten('${method}')\n`,
  )
  return `import type { ${port} } from '@docent/core/plugin'
import { notWritten } from './not-written.ts'
import type { Options } from './options.ts'

/**
 * ${port}: ${promise}.
 *
 * Replace each line by a method of the same name. The comments of the interface say what each one promises, and
 * optional members of the interface are capabilities that you can add.
 */
export class ${names.adapter} implements ${port} {
${fields.join('')}
  constructor(protected readonly options: Options) {}

${members.join('')}}
`
}

function contractFile(
  { port, contract, imports = [], context }: PluginPort,
  name: string,
  names: PluginNames,
): string {
  const adapter = `new ${names.adapter}(Options.parse({}))`
  const usesWrite = context.includes('WRITE(')
  const body = context
    .replaceAll('ADAPTER', adapter)
    .replaceAll('NAME', `'${name}'`)
    .replace(/WRITE\(('\w+')\)/g, (_, what: string) => `notWritten(${what})`)
  const outer = imports.filter((line) => line.includes("'node:"))
  const testing = imports.flatMap((line) => /\{ (\w+) \} from '@docent\/testing'/.exec(line)?.[1] ?? [])
  return `${outer.map((line) => `${line}\n`).join('')}import { ${[...testing, contract, `type ${port}Context`].sort(byName).join(', ')} } from '@docent/testing'
import { ${names.adapter} } from './${names.file}.ts'
import { Options } from './options.ts'
${usesWrite ? NOT_WRITTEN : ''}
/** Fresh for every test; \`close\` of what it returns runs after the test. */
${contract}('${name}', async (): Promise<${port}Context> => {
  ${body}
})
`
}

const byName = (a: string, b: string) => a.replace('type ', '').localeCompare(b.replace('type ', ''))

const NOT_WRITTEN = `
/** What people do in the other system without Docent: write it for your server or simulation. */
function notWritten(action: string): never {
  throw new Error(\`Write \${action} of this contract test.\`)
}
`
