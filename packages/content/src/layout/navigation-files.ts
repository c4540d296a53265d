import type { Texts } from '../located/read-script.ts'
import type { Problem } from '../paths/problem.ts'
import type { PageMove, SiteNavigation } from './navigation-reference.ts'
import type { NavigationSource } from './navigation-source.ts'

/** The configuration files that list the pages of a site: read with the places of their entries, and edited. */
export interface NavigationFiles {
  /** Paths of the file that lists all pages, the first that is there; absent where each folder has a list. */
  readonly names?: readonly RegExp[]
  /** Entries name files, and the build goes on without one. Default: false. */
  readonly nameFiles?: boolean
  /** The build leaves out what no entry names. Default: false. */
  readonly buildsListed?: boolean
  /** Redirects are turned round when one is added, rather than changed like other entries. Default: false. */
  readonly chainRedirects?: boolean
  /** Every place that leads to a page, and the parts that only a build knows. */
  read(source: NavigationSource): SiteNavigation
  /** What is wrong with the list itself. Default: what the navigation of the layout says. */
  problems?(source: NavigationSource, file: string): Problem[]
  /** A file that sends readers on from the old address of a page. @param page its text */
  redirect?(move: PageMove, page: string, texts: Texts): { file: string; text: string } | undefined
  /** New texts of files that list a page at its new place, where the entry that it had can't name it. */
  addEntry?(move: PageMove, texts: Texts): Map<string, string>
}
