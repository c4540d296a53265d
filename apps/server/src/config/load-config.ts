import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeIssue, describeIssues, nearestName } from '@docent/core'
import { DocentError } from '@docent/core/plugin'
import { DocentConfig } from './docent-config.ts'

const EXTENSIONS = ['ts', 'mts', 'js', 'mjs']
const OPTIONS = Object.keys(DocentConfig.shape)

/**
 * docent.config.ts of a folder, checked and complete; without one, all defaults. The loader is imported only when
 * there is a file, because it takes longer than everything else at start.
 * @throws DocentError `configuration` that names the file and the option.
 */
export async function loadConfig(folder: string): Promise<DocentConfig> {
  const file = EXTENSIONS.map((extension) => resolve(folder, `docent.config.${extension}`)).find(existsSync)
  return file === undefined ? checkConfig({}) : checkConfig(await read(folder, file), basename(file))
}

/** A configuration by its file, wherever it is. @throws DocentError `configuration` that names the option or the file. */
export async function loadConfigFile(file: string): Promise<DocentConfig> {
  if (!existsSync(file)) throw new DocentError('configuration', `There is no file ${file}.`)
  return checkConfig(await read(dirname(file), file), basename(file))
}

/** @throws DocentError `configuration` that names the file and the option. */
export function checkConfig(config: unknown, file = 'docent.config.ts'): DocentConfig {
  const result = DocentConfig.safeParse(config, { error: describeIssue })
  if (result.success) return result.data
  const issues = describeIssues(result.error.issues, 'the configuration')
  const list = issues.map(({ path, message }) => `${path}: ${message}`).join('; ')
  const hint = hasNoOption(config) ? ' The file must export its options as "export default { … }".' : ''
  throw new DocentError('configuration', `${file} is wrong: ${list}.${hint}`, { issues })
}

/** As a module without a default export looks. */
function hasNoOption(config: unknown): boolean {
  const keys = typeof config === 'object' && config !== null ? Object.keys(config) : []
  return keys.length > 0 && keys.every((key) => !OPTIONS.includes(key) && !nearestName(key, OPTIONS))
}

/** What packages of ours export besides their index. */
export const MORE_ENTRIES = [
  '/manifest',
  '/plugin',
  '/for-commands',
  '/settings',
  '/code-tokens',
  '/progress',
]

/**
 * Where `@docent/…` of a configuration lies: beside this server, so that a file anywhere can name the plugins that came
 * with it or were installed beside it, and gets the same copies that the server runs.
 */
async function ownPackages(): Promise<Record<string, string>> {
  let manifest = new URL('package.json', import.meta.url)
  while (!existsSync(manifest)) {
    const above = new URL('../package.json', manifest)
    // A bundle without a package of its own has nothing beside it to name.
    if (above.href === manifest.href) return {}
    manifest = above
  }
  const { name, dependencies, peerDependencies } = JSON.parse(await readFile(manifest, 'utf8')) as {
    name: string
    dependencies: Record<string, string>
    /** Plugins that are installed when somebody needs them. */
    peerDependencies?: Record<string, string>
  }
  const names = Object.keys({ ...dependencies, ...peerDependencies }).filter((dependency) =>
    dependency.startsWith('@docent/'),
  )
  const found = [name, ...names].flatMap((dependency) =>
    ['', ...MORE_ENTRIES].flatMap((entry) => {
      const main = mainOf(`${dependency}${entry}`)
      return main === undefined ? [] : [[`${dependency}${entry}`, main] as const]
    }),
  )
  // `npx docent` installs nothing where the configuration lies.
  const own = found.filter(([dependency]) => dependency === name).map(([, main]) => ['docent', main] as const)
  return Object.fromEntries([...found, ...own])
}

/** Undefined for a package of files alone, which nothing can import, and for a plugin that is not installed. */
function mainOf(dependency: string): string | undefined {
  try {
    return fileURLToPath(import.meta.resolve(dependency))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ERR_PACKAGE_PATH_NOT_EXPORTED' || code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/** Imports a package or a file as a configuration in the folder would. */
export async function importAsConfig(from: string, folder: string): Promise<Record<string, unknown>> {
  const { createJiti } = await import('jiti')
  const loader = createJiti(resolve(folder, 'docent.config.ts'), { alias: await ownPackages() })
  return loader.import(from)
}

async function read(folder: string, file: string): Promise<unknown> {
  const { loadConfig: load } = await import('c12')
  try {
    const { config } = await load({
      cwd: folder,
      name: 'docent',
      configFile: file,
      rcFile: false,
      globalRc: false,
      packageJson: false,
      dotenv: false,
      jitiOptions: { alias: await ownPackages() },
    })
    return config
  } catch (error) {
    throw new DocentError('configuration', `${file} cannot be loaded${reasonOf(error, file)}`, {
      cause: error,
    })
  }
}

/** One line: the loader writes the place of a syntax error, or the files that asked for a module, on further ones. */
function reasonOf(error: unknown, file: string): string {
  const message = error instanceof Error ? error.message : String(error)
  const [first = ''] = message.split('\n')
  const [, line, column] = message.match(/:(\d+):(\d+)\)?\s*$/) ?? []
  const place = line !== undefined && message.includes(file) ? ` (line ${line}, column ${column})` : ''
  const [, missing] = /^Cannot find (?:module|package) '([^']+)'/.exec(first) ?? []
  const advice = missing === undefined ? '' : installAdvice(missing)
  return `${place}: ${first
    .replace(/^ParseError: /, '')
    .trim()
    .replace(/\.$/, '')}.${advice}`
}

/** Plugins of ours must share one core with the server, so both are installed by one command. */
function installAdvice(missing: string): string {
  return missing.startsWith('@docent/')
    ? ` Docent does not bring this plugin along. Install it beside Docent: npm install docent ${missing}`
    : ' Install the package in the folder of the file, or correct its name.'
}
