import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { PackageVersions } from './package-files.ts'
import { pluginFiles } from './plugin-files.ts'
import { NAME_PATTERN, pluginNames } from './plugin-names.ts'
import { findPort, PORTS } from './ports.ts'

export interface NewPlugin {
  /** Name of a port, such as `GitHost`, or the prefix of its plugins, such as `git`. */
  port: string
  /** The vendor or system, such as `redis`. */
  name: string
  /** Default: a folder with the package's name where the command runs. */
  folder?: string | undefined
  /** Where npm finds packages of Docent. Default: the newest. */
  versions?: PackageVersions
}

export interface CreatedPlugin {
  port: string
  package: string
  folder: string
  files: readonly string[]
}

/** Packages that every plugin is written and tested with. */
export const NEEDED_PACKAGES = ['@docent/core', '@docent/content', '@docent/testing'] as const

/** What the person can correct. */
export class PluginRefused extends Error {
  override readonly name = 'PluginRefused'
}

/** Where a plugin would go. @throws PluginRefused for an unknown port or a name that cannot be used. */
export function planPlugin({ port: wanted, name, folder }: NewPlugin, from = process.cwd()) {
  const port = findPort(wanted)
  if (!port) {
    const known = PORTS.map((each) => each.port).join(', ')
    throw new PluginRefused(
      `There is no port "${wanted}" that a plugin can implement. The ports are: ${known}.`,
    )
  }
  if (!NAME_PATTERN.test(name))
    throw new PluginRefused(
      `The name "${name}" must be lower-case words with "-" between them, such as "redis".`,
    )
  const names = pluginNames(port, name)
  return { port, names, folder: resolve(from, folder ?? names.package) }
}

/**
 * Writes a new plugin into an empty folder.
 * @throws PluginRefused also when the folder has files.
 */
export async function createPlugin(plugin: NewPlugin): Promise<CreatedPlugin> {
  const { port, names, folder } = planPlugin(plugin)
  await mkdir(folder, { recursive: true })
  const present = (await readdir(folder)).filter((entry) => entry !== 'packages')
  if (present.length > 0)
    throw new PluginRefused(`The folder ${folder} has files. Name an empty one with --folder.`)
  const files = pluginFiles(port, plugin.name, plugin.versions ?? newest())
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  return { port: port.port, package: names.package, folder, files: Object.keys(files) }
}

function newest(): PackageVersions {
  return Object.fromEntries(
    NEEDED_PACKAGES.filter((name) => name !== '@docent/content').map((name) => [name, '*']),
  )
}
