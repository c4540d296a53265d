import { shallowest } from '../../layout/shallowest.ts'
import type { LayoutSource } from '../../layout/site-layout.ts'
import { quotedIn } from '../../located/texts-in.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import { anyGlob } from '../../patterns/glob.ts'

/** Lists of pages, and the collections of an application. */
export const FILES = /(?:^|\/)(?:meta(?:\.[\w-]+)?\.json|source\.config\.[cm]?[jt]s)$/
const CONFIG = /(?:^|\/)source\.config\.[cm]?[jt]s$/
const SOURCE = /(?:^|\/)lib\/(?:[\w-]{1,60}\/)?source(?:\/index)?\.[jt]sx?$/
const LANGUAGES = /(?:^|\/)lib\/(?:[\w-]{1,60}\/)?i18n(?:\/index)?\.[jt]sx?$/
/** Each has a name, which the loader takes: in `source.config`, or beside the loader. */
const COLLECTION = /\bconst[ \t]+([\w$]{1,100})[ \t]*=[ \t]*define(Docs|Collections)\b/g
const DIRECTORY = /\bdir\s{0,9}:\s{0,9}['"`]([^'"`\n]{1,300})['"`]/
const FILE_LIST = /\bfiles\s{0,9}:\s{0,9}\[([^\]]{0,2000})\]/g
const BASE = /\bbaseUrl\s{0,9}:\s{0,9}['"`]([^'"`\n]{0,300})['"`]/

/** https://fumadocs.dev/docs/mdx/collections */
export interface Collection {
  /** Folder of its pages. */
  folder: string
  /** Path that stands before their addresses. */
  base: string
  isLeftOut(inside: string): boolean
  /** Its pages are in a sidebar. Those of a blog are not. */
  hasTree: boolean
}

/** https://fumadocs.dev/docs/internationalization */
export interface Languages {
  /** Empty where nothing lists them. */
  names: readonly string[]
  /** The default one. */
  initial: string | undefined
  /** Translations are in folders. File names don't mark them. */
  areFolders: boolean
  /** Whether the addresses of a language begin with its name. */
  isInAddress(language: string): boolean
}

export interface FumadocsSite {
  /** Of the application. */
  app: string
  collections: readonly Collection[]
  languages: Languages
}

/** Where the collections of an application are served, and its languages. */
export function loadersOf(config: string, files: readonly string[]): string[] {
  if (!CONFIG.test(config)) return []
  const isOwn = (path: string) => below(folderOf(config), path) !== undefined
  return files.filter((path) => (SOURCE.test(path) || LANGUAGES.test(path)) && isOwn(path))
}

/** Undefined for a repository that Fumadocs makes nothing of. */
export function readSite({ files, texts }: LayoutSource): FumadocsSite | undefined {
  const config = shallowest(files, CONFIG)
  const meta = shallowest(files, /(?:^|\/)content\/docs\/meta\.json$/)
  if (config === undefined && meta === undefined) return undefined
  const app = config === undefined ? folderOf(folderOf(folderOf(meta ?? ''))) : folderOf(config)
  const text = (name: RegExp) => {
    const file = shallowest(
      files.filter((path) => app === '' || path.startsWith(`${app}/`)),
      name,
    )
    return file === undefined ? '' : (texts.get(file) ?? '')
  }
  const source = text(SOURCE)
  const script = config === undefined ? '' : (texts.get(config) ?? '')
  const collections = readCollections(`${script}\n${source}`, source)
    .map((each) => ({ ...each, folder: joinPath(app, each.folder) }))
    .filter(({ folder }) => files.some((path) => path.startsWith(`${folder}/`)))
  if (collections.length === 0) return undefined
  return { app, collections, languages: readLanguages(text(LANGUAGES)) }
}

function readCollections(config: string, source: string): Collection[] {
  const found = [...config.matchAll(COLLECTION)]
  const collections = found.flatMap(({ 1: name = '', 2: kind, index }, at): Collection[] => {
    const text = config.slice(index, found[at + 1]?.index)
    const folder = DIRECTORY.exec(text)?.[1]?.replace(/^\.?\/+|(?<!\/)\/+$/g, '') ?? 'content/docs'
    const isPages = !/\btype\s{0,9}:\s{0,9}['"]meta['"]/.test(text)
    const collection = { folder, base: baseOf(name, folder, source), isLeftOut: leftOut(text) }
    return isPages ? [{ ...collection, hasTree: kind === 'Docs' }] : []
  })
  if (collections.length > 0) return collections
  return [{ folder: 'content/docs', base: 'docs', isLeftOut: () => false, hasTree: true }]
}

/** What the loader that takes a collection has as its base; by default the name of the folder. */
function baseOf(name: string, folder: string, source: string): string {
  const loaders = source.split(/\bloader\s{0,9}\(/).slice(1)
  const own = loaders.find((text) =>
    new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(text),
  )
  const written = own === undefined ? undefined : BASE.exec(own)?.[1]
  return (written ?? folder.slice(folder.lastIndexOf('/') + 1)).replace(/^\/+|(?<!\/)\/+$/g, '')
}

function leftOut(text: string): (inside: string) => boolean {
  const globs = [...text.matchAll(FILE_LIST)].flatMap(([, list = '']) => quotedIn(list))
  return anyGlob(globs.flatMap((glob) => (glob.startsWith('!') ? [glob.slice(1)] : [])))
}

function readLanguages(text: string): Languages {
  const names = quotedIn(/\blanguages\s{0,9}:\s{0,9}\[([^\]]{0,2000})\]/.exec(text)?.[1] ?? '')
  const initial = /\bdefaultLanguage\s{0,9}:\s{0,9}['"]([\w-]{1,20})['"]/.exec(text)?.[1]
  const hidden = /\bhideLocale\s{0,9}:\s{0,9}['"]([\w-]{1,20})['"]/.exec(text)?.[1]
  const first = initial ?? names[0]
  return {
    names,
    initial: first,
    areFolders: /\bparser\s{0,9}:\s{0,9}['"]dir['"]/.test(text),
    isInAddress: (language) => hidden !== 'always' && !(language === first && hidden === 'default-locale'),
  }
}
