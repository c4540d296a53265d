import { type Token, token } from './token.ts'

/** Modules of plugins that bring formats of pages and site generators. Every thread that reads pages imports them. */
export interface SiteModules {
  /** Addresses of modules whose default export is an `AddedFormat`. */
  readonly formats: readonly string[]
  /** Addresses of modules whose default export is a `Generator`. */
  readonly generators: readonly string[]
}

export const SiteModules: Token<SiteModules> = token<SiteModules>('SiteModules')

export const NO_SITE_MODULES: SiteModules = { formats: [], generators: [] }
