import type { ForgeAccess, ForgeRepository } from './forge-model.ts'
import type { ForgeRefusal } from './forge-refusal.ts'

/** The words in which a host refuses. */
export interface ForgeRefusals {
  unauthorized(): ForgeRefusal
  notFound(what: string): ForgeRefusal
  /** The account may too little. */
  forbidden(): ForgeRefusal
  /** The token's scopes allow too little. */
  insufficientScope(needed: ForgeAccess): ForgeRefusal
  archived(): ForgeRefusal
  /** A request under a former path. */
  moved(request: { method: string; url: URL; repository: ForgeRepository; former: string }): ForgeRefusal
}
