import type { LayoutSource, SiteLayout } from './site-layout.ts'

/**
 * A site generator: how a repository becomes a site, by its files alone. Nothing is run: configuration that is code is
 * read as far as it is literal.
 */
export interface Generator {
  /** As indexes and messages name it. */
  readonly name: string
  /** Ends of the paths of the few files that say how a site is built. Their texts are available. Without flags. */
  readonly files: RegExp
  /** The same for files that say something of all pages of their folder, and that may be deep in the site. */
  readonly folderFiles?: RegExp
  /**
   * Files that one of them names, and that are part of it whatever they are called.
   *
   * @param files of the repository, where they are known
   */
  namedFiles?(file: string, text: string, files: readonly string[]): string[]
  /**
   * For documentation that lies below the folder of its site: files that show which folder that is, and what is read beside
   * them there. Both are paths in that folder.
   */
  readonly above?: { readonly files: readonly string[]; readonly beside?: readonly string[] }
  /** Files with navigation and with settings that a build acts on. */
  readonly settings?: readonly SettingsFile[]
  /** Names of modules that are made for pages, and that any page may import. */
  readonly pageModules?: RegExp
  /** Undefined for a repository that this generator builds nothing of. */
  layout(source: LayoutSource): SiteLayout | undefined
  /** Tells files beside the pages that pages may take text from. @param files all of the repository, posix */
  includable?(files: readonly string[]): (file: string) => boolean
}

/** A configuration that holds its navigation beside settings that a build acts on. */
export interface SettingsFile {
  file: RegExp
  /** Keys of the navigation from the top, with dots between; `*` for any key. */
  navigation: readonly string[]
  /** Keys that mark such a file, for a name that other files have, too. */
  marks?: RegExp
}
