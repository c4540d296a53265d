import type { Problem } from '../paths/problem.ts'

/** A page that the navigation lists. */
export interface NavigationEntry {
  /** Route path. */
  path: string
  /** Titles of the tabs, anchors, dropdowns and groups around it, outermost first. */
  breadcrumb: string[]
  /** What the navigation calls it. */
  title?: string
  language?: string
  version?: string
  /** Whether the version is the one that the site shows first, where the navigation says so. */
  isCurrent?: boolean
  line: number
  column: number
}

export interface Redirect {
  source: string
  destination: string
}

export interface Navigation {
  /** In the order of the file. */
  pages: NavigationEntry[]
  redirects: Redirect[]
  problems: Problem[]
}

export const NO_NAVIGATION: Navigation = { pages: [], redirects: [], problems: [] }
