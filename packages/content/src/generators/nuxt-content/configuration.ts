import { shallowest } from '../../layout/shallowest.ts'
import type { LayoutSource } from '../../layout/site-layout.ts'
import { type LocatedValue, textAt, valueAt, within } from '../../located/located-value.ts'
import { readScript } from '../../located/read-script.ts'
import { toLiteral } from '../../located/to-literal.ts'
import { folderOf, joinPath } from '../../paths/folder.ts'
import { anyGlob } from '../../patterns/glob.ts'

const COLLECTIONS = /(?:^|\/)content\.config\.[cm]?[jt]s$/
const APPLICATION = /(?:^|\/)nuxt\.config\.[cm]?[jt]s$/
/** Of undocs: https://undocs.pages.dev. */
const UNDOCS = /(?:^|\/)\.config\/docs\.(?:ya?ml|jsonc?)$/
/** Title of a folder, for pages that another repository makes a site of. */
export const FOLDER = /(?:^|\/)(?:\.navigation|_dir)\.ya?ml$/
const NUMBERED = /(?:^|\/)\d{1,9}\.[^/]+$/
export const FILES = new RegExp([COLLECTIONS, APPLICATION, UNDOCS].map(({ source }) => source).join('|'))
const USES_CONTENT = /['"](?:@nuxt\/content|docus|@nuxt-themes\/docus|shadcn-docs-nuxt)['"]/

/** Pages that have their addresses below a path of their own. */
export interface Collection {
  fits(inside: string): boolean
  /** What the beginning of a path below the content becomes. */
  from: string
  to: string
}

export interface NuxtContentSite {
  /** Folder of the content. */
  root: string
  /** Empty where nothing names any: all files are pages. */
  collections: readonly Collection[]
}

/** Undefined for a repository that Nuxt Content makes nothing of. */
export function readSite({ files, texts }: LayoutSource): NuxtContentSite | undefined {
  const uses = (file: string | undefined) => file !== undefined && USES_CONTENT.test(texts.get(file) ?? '')
  const ofNuxt = files.filter((file) => (COLLECTIONS.test(file) || APPLICATION.test(file)) && uses(file))
  const config = shallowest(ofNuxt, COLLECTIONS, files)
  const application = config ?? shallowest(ofNuxt, APPLICATION, files)
  if (application !== undefined) {
    const root = joinPath(folderOf(application), 'content')
    if (!files.some((file) => file.startsWith(`${root}/`))) return undefined
    const script = config === undefined ? undefined : readScript(config, texts.get(config) ?? '', texts)
    return { root, collections: readCollections(script) }
  }
  const undocs = shallowest(files, UNDOCS)
  if (undocs !== undefined) return { root: folderOf(folderOf(undocs)), collections: [] }
  const numbered = files.filter((file) => FOLDER.test(file) && NUMBERED.test(folderOf(file)))
  const [root] = numbered
    .map((file) => folderOf(folderOf(file)))
    .sort((one, other) => one.length - other.length)
  // What another repository takes in has the name of its folder there.
  return root === undefined ? undefined : { root, collections: [{ fits: () => true, from: '', to: root }] }
}

/** https://content.nuxt.com/docs/collections/sources */
function readCollections(config: LocatedValue | undefined): Collection[] {
  const found: Collection[] = []
  for (const node of within(config)) {
    const source = valueAt(node, 'source')
    if (source === undefined || textAt(node, 'type') === 'data') continue
    const sources = source.kind === 'list' ? source.items.map(({ value }) => value) : [source]
    found.push(...sources.flatMap((each) => collectionOf(each) ?? []))
  }
  return found
}

function collectionOf(source: LocatedValue): Collection | undefined {
  const include = source.kind === 'text' ? source.value : textAt(source, 'include')
  if (include === undefined) return undefined
  const exclude = toLiteral(valueAt(source, 'exclude'))
  const isLeftOut = anyGlob(
    (Array.isArray(exclude) ? exclude : []).filter((each): each is string => typeof each === 'string'),
  )
  const isTaken = anyGlob([include])
  const fixed = include.includes('*') ? include.slice(0, include.indexOf('*')) : ''
  const from = fixed.slice(0, fixed.lastIndexOf('/') + 1)
  return {
    fits: (inside) => isTaken(inside) && !isLeftOut(inside),
    from,
    to: textAt(source, 'prefix') ?? from,
  }
}
