import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { addPageNames, isLayoutFile, namedSettings, type Page, type Passage } from '@docent/content'
import { PageParsers } from '@docent/core'

/** One real documentation. */
export interface Documentation {
  name: string
  pages: readonly Page[]
  passages: readonly Passage[]
  /** Of all pages, as the retriever answers them. */
  names: ReadonlySet<string>
  facts: ReadonlySet<number>
  /** Of all pages, to be sure that a fault is one. */
  text: string
}

type PageParser = ReturnType<PageParsers['open']>
type SourceText = Parameters<PageParser['parse']>[0][number]
type ParsedText = Extract<Awaited<ReturnType<PageParser['parse']>>[number], { page: Page }>

/** How deep included files may include others. */
const DEEPEST = 5

/** Reads every page below a folder as the product does: what the files show of their site decides about the formats. */
export async function readDocumentation(name: string, folder: string): Promise<Documentation> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
  const listed = new Set(files)
  const read = (file: string) => readFileSync(join(folder, file))
  const texts = new Map(files.filter(isLayoutFile).map((file) => [file, read(file)]))
  for (const file of namedSettings(texts, files)) if (listed.has(file)) texts.set(file, read(file))
  const parser = new PageParsers().open({ files, texts })
  try {
    const { places } = await parser.describe()
    const parsed = await parseAll(parser, [...places.keys()].sort(), read, (file) => listed.has(file))
    if (parsed.length === 0) throw new Error(`There is no page in ${folder}.`)
    const [names, facts] = [new Set<string>(), new Set<number>()]
    for (const { page } of parsed) Array.from(addPageNames(page, names, facts))
    return {
      name,
      pages: parsed.map(({ page }) => page),
      passages: parsed.flatMap(({ passages }) => passages),
      names,
      facts,
      text: parsed.map(({ page }) => page.content).join('\n'),
    }
  } finally {
    await parser.close()
  }
}

/** The pages with the texts that they include. Those that the parser refuses are left out, as the product does. */
async function parseAll(
  parser: PageParser,
  files: readonly string[],
  read: (file: string) => Uint8Array,
  exists: (file: string) => boolean,
): Promise<ParsedText[]> {
  const done: ParsedText[] = []
  const included = new Map<string, Uint8Array>()
  const absent = new Set<string>()
  let waiting = [...files]
  for (let depth = 0; waiting.length > 0 && depth <= DEEPEST; depth++) {
    const isComplete = depth === DEEPEST
    const sources = waiting.map(
      (file): SourceText => ({ path: file, file, content: read(file), included, absent, isComplete }),
    )
    const again: string[] = []
    for (const result of await parser.parse(sources)) {
      if ('page' in result) done.push(result)
      if (!('wanted' in result)) continue
      again.push(result.file)
      for (const file of result.wanted)
        if (exists(file)) included.set(file, read(file))
        else absent.add(file)
    }
    waiting = again
  }
  return done
}
