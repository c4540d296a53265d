import {
  defined,
  detectLayout,
  frontmatterOf,
  holdsFolder,
  isDocumentationFile,
  isLayoutFile,
  namedSettings,
  type SiteLayout,
  SiteMap,
} from '@docent/content'
import type { DocsSite } from '../../domain/docs-site.ts'
import { MAX_CHANGED_FILE_BYTES } from '../../domain/step-limits.ts'
import { DocentError } from '../../errors/docent-error.ts'
import { decodeText } from './decode-text.ts'

/** Files that are looked at before other work of the process gets a turn. */
const FILES_PER_TURN = 250
/** The layout is read in one go: a file of 4 MiB, made to be slow, holds the process for 0.7 s, one of 1 MiB for 0.2 s. */
const MAX_LAYOUT_FILE_BYTES = MAX_CHANGED_FILE_BYTES

export interface SiteSource {
  site: DocsSite
  /** Every file of the repository. */
  files: ReadonlySet<string>
  read(path: string): Promise<Uint8Array | undefined>
  /** Pages whose frontmatter may say their address. */
  placed(layout: SiteLayout): Promise<readonly string[]>
}

/** The pages of a repository under their addresses, and the texts of the files that say how it becomes a site. */
export interface ReadSite {
  map: SiteMap
  texts: ReadonlyMap<string, string>
}

/** @throws DocentError `invalid_request` that names a configuration file beyond the limit. */
export async function readSite({ site, files, read, placed }: SiteSource): Promise<ReadSite> {
  const texts = new Map<string, string>()
  const inside: string[] = []
  const take = async (file: string) => {
    const bytes = await read(file)
    if (bytes === undefined) return
    // The navigation just doesn't know a page of that size.
    if (bytes.byteLength > MAX_LAYOUT_FILE_BYTES && isDocumentationFile(file)) return
    if (bytes.byteLength > MAX_LAYOUT_FILE_BYTES) throw layoutFileTooLarge(file, bytes.byteLength)
    texts.set(file, decodeText(bytes))
  }
  await inTurns(files, async (file) => {
    if (site.root === '' || file.startsWith(`${site.root}/`)) inside.push(file)
    if (isLayoutFile(file)) await take(file)
  })
  for (const file of namedSettings(texts, [...files])) if (files.has(file)) await take(file)
  const { layout, root } = siteLayout(site.root, files, inside, texts)
  const frontmatter = new Map<string, Record<string, unknown>>()
  for (const file of await placed(layout)) {
    const bytes = await read(file)
    if (bytes !== undefined) frontmatter.set(file, frontmatterOf(file, decodeText(bytes), layout.formats))
  }
  const map = new SiteMap({ layout, files, root, frontmatter, ...defined({ base: site.base }) })
  await inTurns(files, (file) => map.addPage(file))
  return { map, texts }
}

function layoutFileTooLarge(file: string, bytes: number): DocentError {
  const size = (bytes / 1024 / 1024).toFixed(1)
  return new DocentError(
    'invalid_request',
    `The site configuration ${file} is ${size} MiB, and the agent reads at most 1 MiB. Split it into smaller files, or move generated data out of it.`,
  )
}

/**
 * By the files of the documentation folder; where they say nothing, by those of the whole repository, which may have
 * its configuration above the folder.
 */
function siteLayout(
  root: string,
  files: ReadonlySet<string>,
  inside: readonly string[],
  texts: ReadonlyMap<string, string>,
): { layout: SiteLayout; root: string } {
  const below = (path: string) => path.slice(root === '' ? 0 : root.length + 1)
  const own = [...texts].filter(([path]) => root === '' || path.startsWith(`${root}/`))
  const layout = detectLayout({
    files: root === '' ? inside : inside.map(below),
    texts: new Map(own.map(([path, text]) => [below(path), text])),
  })
  if (root === '' || layout.name !== 'plain') return { layout, root }
  const whole = detectLayout({ files: [...files], texts })
  return holdsFolder(whole, root) ? { layout: whole, root: '' } : { layout, root }
}

/** Does a piece of work for each item and lets other work of the process in between. */
export async function inTurns<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void> | void,
): Promise<void> {
  let done = 0
  for (const item of items) {
    const working = work(item)
    if (working) await working
    done += 1
    if (done % FILES_PER_TURN === 0) await new Promise(setImmediate)
  }
}
