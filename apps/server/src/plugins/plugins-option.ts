import { DocentError, type Plugin } from '@docent/core/plugin'
import { z } from 'zod'
import type { Environment } from '../environment.ts'
import { defaultPlugins } from './default-plugins.ts'
import { searchWithPostgres } from './search-with-postgres.ts'

/** The plugins of a server: a list instead of the default one, or a function that changes the default one. */
export type PluginsOption = readonly Plugin[] | ((defaults: readonly Plugin[]) => readonly Plugin[])

const WRONG = 'must be a plugin: call it, as in sqlite()'

export const PluginsOption: z.ZodType<PluginsOption, PluginsOption> = z
  .custom<PluginsOption>((value) => Array.isArray(value) || typeof value === 'function', {
    error: 'must be a list of plugins, or a function such as (defaults) => [...defaults, mine()]',
  })
  .superRefine((value, context) => {
    if (typeof value === 'function') return
    for (const [index, plugin] of value.entries())
      if (!isPlugin(plugin)) context.addIssue({ code: 'custom', path: [index], message: WRONG })
  })

/** What of a configuration decides which plugins there are. */
interface PluginsConfig {
  plugins?: PluginsOption | undefined
  projects?: readonly { models?: { embedding?: string | undefined } | undefined }[] | undefined
}

/** @throws DocentError `configuration` for a function that returns anything else than plugins */
export async function pluginsOf(
  { plugins: option, projects = [] }: PluginsConfig,
  env: Environment,
): Promise<readonly Plugin[]> {
  const hasEmbeddings = projects.some(({ models }) => models?.embedding !== undefined)
  const where = { env, hasEmbeddings }
  if (option === undefined) return defaultPlugins()
  if (typeof option !== 'function') return searchWithPostgres(option, [], where)
  const defaults = await defaultPlugins()
  const plugins: unknown = option(defaults)
  if (Array.isArray(plugins) && plugins.every(isPlugin)) return searchWithPostgres(plugins, defaults, where)
  throw new DocentError(
    'configuration',
    'docent.config.ts is wrong: the function "plugins" must return a list of plugins, such as [...defaults, mine()].',
  )
}

function isPlugin(value: unknown): value is Plugin {
  return typeof value === 'object' && value !== null && 'install' in value && 'name' in value
}
