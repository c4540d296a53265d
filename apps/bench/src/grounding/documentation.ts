import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Page, type Passage, pageNames, parsePage } from '@docent/content'

/** One real documentation. */
export interface Documentation {
  name: string
  pages: readonly Page[]
  passages: readonly Passage[]
  /** Of all pages, as the retriever answers them. */
  names: ReadonlySet<string>
  /** Of all pages, to be sure that a fault is one. */
  text: string
}

/** Reads every Markdown page below a folder. */
export function readDocumentation(name: string, folder: string): Documentation {
  const parsed = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.mdx?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
    .map((file) => parsePage(file, readFileSync(join(folder, file), 'utf8')))
  const names = new Set<string>()
  for (const { page } of parsed) for (const each of pageNames(page)) names.add(each)
  return {
    name,
    pages: parsed.map(({ page }) => page),
    passages: parsed.flatMap(({ passages }) => passages),
    names,
    text: parsed.map(({ page }) => page.content).join('\n'),
  }
}
