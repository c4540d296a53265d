import { type Plugin, Retriever } from '@docent/core/plugin'
import type { Environment } from '../environment.ts'

const STORE = 'store-postgres'
const DEFAULT_RETRIEVER = 'retriever-files'
/** Names a store through which copies of an index in files are shared. */
const INDEX_STORE = 'DOCENT_INDEX_STORE'

/**
 * Servers that share PostgreSQL also search there, unless the configuration names another retriever: then each of them
 * finds what any has indexed. It keeps no vectors, so a project with an embedding model keeps the index in files.
 *
 * @param defaults those of them that nobody named
 */
export async function searchWithPostgres(
  plugins: readonly Plugin[],
  defaults: readonly Plugin[],
  { env, hasEmbeddings = false }: { env: Environment; hasEmbeddings?: boolean },
): Promise<readonly Plugin[]> {
  const store = plugins.find(({ name }) => name === STORE)
  if (store === undefined || hasEmbeddings || env[INDEX_STORE]?.trim()) return plugins
  const { postgresIndex } = await import('@docent/retriever-postgres')
  const { url, directUrl, schema } = (store.options ?? {}) as Record<string, string | undefined>
  const connection = Object.fromEntries(
    Object.entries({ url, directUrl, schema }).filter(([, value]) => value !== undefined),
  )
  const named = plugins.filter((plugin) => plugin.name !== DEFAULT_RETRIEVER || !defaults.includes(plugin))
  return [...named, { ...postgresIndex(connection), onlyFor: Retriever }]
}
