import { docent } from './docent.ts'
import { docentHybrid } from './docent-hybrid.ts'
import { docentLancedb } from './docent-lancedb.ts'
import { docentPostgres } from './docent-postgres.ts'
import type { Engine } from './engine.ts'
import { isInstalled, lancedbText } from './lancedb-text.ts'
import { miniSearch } from './mini-search.ts'
import { orama } from './orama.ts'
import { sqliteFts } from './sqlite-fts.ts'

/** In the order of the report. */
export const ENGINES: readonly Engine[] = [
  ...[docent, docentPostgres, docentLancedb, miniSearch, orama, sqliteFts],
  ...(isInstalled() ? [lancedbText] : []),
]

export function engineNamed(name: string): Engine {
  const engine = [...ENGINES, docentHybrid, lancedbText].find((each) => each.name === name)
  if (engine === undefined)
    throw new Error(`There is no engine ${name}: name one of ${ENGINES.map((each) => each.name).join(', ')}.`)
  return engine
}
