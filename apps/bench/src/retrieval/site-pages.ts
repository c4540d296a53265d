import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Page, type Passage, parsePage } from '@docent/content'

export interface SitePage {
  page: Page
  passages: Passage[]
}

/** The pages of one site, as its folder has them. */
export interface Site {
  name: string
  pages: SitePage[]
}

/** Every Markdown and MDX file of a folder, in the order of their names, by the parser that the server uses. */
export function readSite(folder: string): Site {
  const pages = globSync('**/*.{md,mdx}', { cwd: folder })
    .sort()
    .map((file) => parsePage(file, readFileSync(join(folder, file), 'utf8')))
  return { name: basename(folder), pages }
}
