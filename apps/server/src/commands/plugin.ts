import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { defineGroup, defineLocal } from '@docent/command-line'
import { DocentError } from '@docent/core/plugin'
import {
  createPlugin,
  NEEDED_PACKAGES,
  nextSteps,
  type PackageVersions,
  PluginRefused,
  PORTS,
  planPlugin,
} from 'create-docent-plugin'
import { z } from 'zod'
import { version } from '../version.ts'

const CreatedShape = z.object({
  port: z.string(),
  package: z.string(),
  folder: z.string(),
  files: z.array(z.string()).readonly(),
})

const PACKER = 'scripts/packages.mjs'

const create = defineLocal({
  description: 'Create a plugin in a new folder, with a contract suite that says what to write',
  args: {
    port: {
      type: 'positional',
      required: true,
      description: 'Port that the plugin implements, such as GitHost',
    },
    name: { type: 'positional', required: true, description: 'The vendor or system, such as redis' },
    folder: { type: 'string', description: "An empty folder; default: the package's name" },
  },
  choices: PORTS.map(({ port }) => port),
  example: 'plugin new RateLimiter redis --folder ../docent-limiter-redis',
  json: CreatedShape,
  async run({ args }) {
    try {
      const plan = planPlugin(args)
      const root = cloneRoot()
      if (root !== undefined && !relative(root, plan.folder).startsWith('..'))
        throw new PluginRefused(
          `${plan.folder} is inside the clone of Docent. Name a folder outside of it with --folder, such as ../${plan.names.package}.`,
        )
      const versions = root === undefined ? published() : await packed(root, plan.folder)
      return await createPlugin({ ...args, folder: plan.folder, versions })
    } catch (error) {
      if (!(error instanceof PluginRefused)) throw error
      throw new DocentError('invalid_request', error.message, { cause: error })
    }
  },
  show: (created, out) => out.line(nextSteps(created)),
})

export const command = defineGroup('Create plugins', { new: create })

/** The clone that this command runs from; undefined for an installed package. */
function cloneRoot(): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, PACKER))) return folder
    if (dirname(folder) === folder) return undefined
  }
}

/** What the registry has of this version. */
function published(): PackageVersions {
  return Object.fromEntries(NEEDED_PACKAGES.map((name) => [name, `^${version()}`]))
}

/** Copies of the clone's packages lie beside the plugin: it is written against them as they are now. */
async function packed(root: string, folder: string): Promise<PackageVersions> {
  const args = [join(root, PACKER), '--json', ...NEEDED_PACKAGES]
  // What it prints meanwhile is for the person who waits.
  const packer = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [code]] = await Promise.all([text(packer.stdout), once(packer, 'close')])
  if (code !== 0)
    throw new DocentError(
      'configuration',
      'Docent could not pack the packages of the clone. See the error above.',
    )
  const tarballs = Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(output)))
  await mkdir(join(folder, 'packages'), { recursive: true })
  for (const [, file] of tarballs) await copyFile(file, join(folder, 'packages', basename(file)))
  return Object.fromEntries(tarballs.map(([name, file]) => [name, `file:packages/${basename(file)}`]))
}
