/** What checks must know about the rest of the site. Answers may come from a map, a tree, or the index. */
export interface Site {
  /** Whether a page has this route path, or redirects from it. */
  hasPage(path: string): boolean
  /** Anchors of a page (`ParsedPage.anchors`); undefined when they are not known and must not be checked. */
  anchors(path: string): ReadonlySet<string> | readonly string[] | undefined
  /** Whether the repository has this file (posix, repository-relative). */
  hasFile(path: string): boolean
  /** Documentation folder in the repository. */
  root?: string
  /** Path under which the site is served, such as `/docs`; links may be written with it and without it. */
  base?: string
  /** False leaves out the full parse of MDX, most of the time that a check takes. Default: true. */
  compile?: boolean
}
