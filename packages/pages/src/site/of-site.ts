import type { Services } from '@docent/http'
import type { LazySite } from './lazy-site.ts'

/** What operations of pages find in `services`, beside what all operations have. */
export interface SiteFeature {
  readonly site: LazySite
}

/** A call of such an operation. */
export interface OfSite {
  readonly services: Services & SiteFeature
}
