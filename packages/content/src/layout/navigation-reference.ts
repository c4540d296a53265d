import type { LocatedList, LocatedRecord, Place } from '../located/located-value.ts'
import type { SitePages } from './site-pages.ts'

/** A page that moves: its file and its route path, before and after. */
export interface PageMove {
  from: string
  to: string
  /** Of the site with the page at its old place. */
  before: SitePages
  oldRoute: string
  newRoute: string
  frontmatter: Readonly<Record<string, unknown>>
}

/** What a text of the navigation leads to. */
export interface NavigationTarget {
  /** Undefined for none, or for one that is no page of the documentation. */
  page: string | undefined
  /** True for a text that must name a page, and names none. */
  isDead: boolean
  /** The text once the page has moved; undefined where this place cannot name it. */
  respell(move: PageMove): string | undefined
}

/** A text of a configuration file that leads readers to a page, and where it is. */
export interface NavigationReference extends NavigationTarget, Place {
  written: string
  /** What holds it, outermost first. The last step holds the text itself. */
  trail: readonly TrailStep[]
  /** A redirect that leads to the page. */
  isRedirect: boolean
  /** It says the name of a document alone, whose title it shows. */
  namesDocument?: boolean
  /** A link of a menu beside the list of the pages: a bar at the top, a footer. */
  isMenu?: boolean
}

/** One level of lists and records around a reference. */
export interface TrailStep {
  around: LocatedList | LocatedRecord
  index: number
  /** A record whose keys are titles or addresses, each for itself, rather than properties of one item. */
  isDictionary: boolean
  /** A record that leads to a page itself. */
  hasPage: boolean
  /** A record with other items than those of this step below it. */
  hasItems: boolean
}

/** What the configuration files of a site say of its navigation. */
export interface SiteNavigation {
  references: NavigationReference[]
  /** Parts that are known only when the site is built. */
  computed: Place[]
}
