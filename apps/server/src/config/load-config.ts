import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DocentError } from '@docent/core'
import { fieldPath } from '../middleware/validate.ts'
import { DocentConfig } from './docent-config.ts'

const EXTENSIONS = ['ts', 'mts', 'js', 'mjs']

/**
 * docent.config.ts of a folder, checked and complete; without one, all defaults. The loader is imported only when
 * there is a file, because it takes longer than everything else at start.
 * @throws DocentError `configuration` that names the option.
 */
export async function loadConfig(folder: string): Promise<DocentConfig> {
  const file = EXTENSIONS.map((extension) => resolve(folder, `docent.config.${extension}`)).find(existsSync)
  return checkConfig(file === undefined ? {} : await read(folder, file))
}

/** A configuration by its file, wherever it is. @throws DocentError `configuration` that names the option or the file. */
export async function loadConfigFile(file: string): Promise<DocentConfig> {
  if (!existsSync(file)) throw new DocentError('configuration', `${file} is not there.`)
  return checkConfig(await read(dirname(file), file))
}

/** @throws DocentError `configuration` that names the option. */
export function checkConfig(config: unknown): DocentConfig {
  const result = DocentConfig.safeParse(config)
  if (result.success) return result.data
  const issues = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: fieldPath([...issue.path, key], 'config'),
          message: 'is not an option',
        }))
      : [{ path: fieldPath(issue.path, 'config'), message: issue.message }],
  )
  const list = issues.map(({ path, message }) => `${path}: ${message}`).join('; ')
  throw new DocentError('configuration', `docent.config is wrong: ${list}`, { issues })
}

/**
 * Where `@docent/…` of a configuration lies: beside this server, so that a file anywhere can name the plugins that came
 * with it, and gets the same copies that the server runs.
 */
async function ownPackages(): Promise<Record<string, string>> {
  let manifest = new URL('package.json', import.meta.url)
  while (!existsSync(manifest)) {
    const above = new URL('../package.json', manifest)
    // A bundle without a package of its own has nothing beside it to name.
    if (above.href === manifest.href) return {}
    manifest = above
  }
  const { name, dependencies } = JSON.parse(await readFile(manifest, 'utf8')) as {
    name: string
    dependencies: Record<string, string>
  }
  const names = Object.keys(dependencies).filter((dependency) => dependency.startsWith('@docent/'))
  return Object.fromEntries(
    [name, ...names].map((dependency) => [dependency, fileURLToPath(import.meta.resolve(dependency))]),
  )
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
    const reason = error instanceof Error ? error.message : String(error)
    throw new DocentError('configuration', `${file} cannot be loaded: ${reason}`, { cause: error })
  }
}
