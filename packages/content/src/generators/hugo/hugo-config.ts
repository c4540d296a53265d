import { parse as parseToml } from 'smol-toml'
import { defined } from '../../basics/defined.ts'
import { objectOf } from '../../basics/records.ts'
import { shallowest } from '../../layout/shallowest.ts'
import type { LayoutSource } from '../../layout/site-layout.ts'
import { readYaml } from '../../located/read-yaml.ts'
import { folderOf, joinPath } from '../../paths/folder.ts'
import { siteLanguage } from '../parts/site-language.ts'
import { type HugoBuild, hugoBuild, mountedFiles } from './left-out.ts'
import { type Permalinks, readPermalinks } from './permalinks.ts'

/** A folder of pages, and what it says of them. */
export interface HugoContent {
  /** Relative to the documentation folder. */
  folder: string
  /** Where its pages stand below the site; '' for its root. */
  target: string
  language?: string
  /** False for a file that is not taken, by its path below the folder. */
  takes?(inside: string): boolean
}

export interface HugoConfig {
  /** Folder of the configuration. */
  site: string
  build: HugoBuild
  /** Frontmatter that it hands down, as written. */
  cascade: unknown
  contents: readonly HugoContent[]
  defaultLanguage: string
  /** Of pages whose place says none; undefined where the configuration does not say. */
  siteLanguage: string | undefined
  /** Codes of the configured languages. */
  languages: ReadonlySet<string>
  /** The default language has its code before its addresses, too. */
  defaultInFolder: boolean
  keepsCase: boolean
  permalinks: Permalinks
  /** Settings that pages show. */
  params: Readonly<Record<string, unknown>>
}

const CONFIG = /(?:^|\/)(?:config\/_default\/)?hugo\.(?:toml|ya?ml|json)$/
/** The older name, which others use as well. */
const OLDER = /(?:^|\/)(?:config\/_default\/)?config\.(?:toml|ya?ml|json)$/
const OF_HUGO =
  /^[ \t]*"?(?:baseURL|theme|languageCode|defaultContentLanguage|disableKinds|enableGitInfo)"?\s*[:=]/im

/** The configuration of a Hugo site, as far as addresses rest on it; undefined for what is none. */
export function readHugoConfig(source: LayoutSource): HugoConfig | undefined {
  const file = shallowest(source.files, CONFIG) ?? olderConfig(source)
  if (file === undefined) return undefined
  const folder = folderOf(file)
  const isSplit = /(?:^|\/)config\/_default$/.test(folder)
  const site = isSplit ? folder.replace(/\/?config\/_default$/, '') : folder
  const config = readConfig(file, source.texts.get(file) ?? '')
  const part = (name: string) => {
    const own = isSplit
      ? source.files.find((path) => folderOf(path) === folder && new RegExp(`/${name}\\.\\w+$`).test(path))
      : undefined
    return objectOf(own === undefined ? config[name] : readConfig(own, source.texts.get(own) ?? ''))
  }
  const languages = part('languages')
  const main = joinPath(site, folderName(config.contentDir) ?? 'content')
  const mounts = listOf(part('module').mounts).flatMap((mount) => mountedContent(objectOf(mount), site))
  const translated = Object.entries(languages).flatMap(([language, settings]): HugoContent[] => {
    const own = folderName(objectOf(settings).contentDir)
    return own === undefined ? [] : [{ folder: joinPath(site, own), target: '', language }]
  })
  const contents = mounts.length > 0 ? mounts : [...translated, { folder: main, target: '' }]
  return {
    site,
    build: hugoBuild(config, languages),
    cascade: config.cascade,
    // The deepest first: `content/fr` lies in `content`.
    contents: contents.toSorted((one, other) => other.folder.length - one.folder.length),
    defaultLanguage: textOf(config.defaultContentLanguage)?.toLowerCase() ?? 'en',
    siteLanguage: siteLanguage(
      config.languageCode,
      config.locale,
      config.defaultContentLanguage,
      ...Object.keys(languages),
    ),
    languages: new Set(Object.keys(languages).map((language) => language.toLowerCase())),
    defaultInFolder: config.defaultContentLanguageInSubdir === true,
    keepsCase: config.disablePathToLower === true,
    permalinks: readPermalinks(part('permalinks')),
    params: part('params'),
  }
}

function olderConfig({ files, texts }: LayoutSource): string | undefined {
  const file = shallowest(files, OLDER)
  if (file === undefined || !OF_HUGO.test(texts.get(file) ?? '')) return undefined
  const content = joinPath(folderOf(file).replace(/\/?config\/_default$/, ''), 'content/')
  return files.some((path) => path.startsWith(content)) ? file : undefined
}

/** `[[module.mounts]]` of pages: a folder, the place where it stands, and its language. */
function mountedContent(mount: Record<string, unknown>, site: string): HugoContent[] {
  const folder = folderName(mount.source)
  const target = folderName(mount.target)
  if (folder === undefined || target === undefined || !/^content(?:\/|$)/.test(target)) return []
  const [matrix] = listOf(objectOf(objectOf(mount.sites).matrix).languages)
  const language = textOf(mount.lang) ?? textOf(matrix)
  return [
    {
      folder: joinPath(site, folder),
      target: target.replace(/^content\/?/, ''),
      takes: mountedFiles(mount),
      ...defined({ language: language?.toLowerCase() }),
    },
  ]
}

/** What cannot be read says nothing. */
function readConfig(file: string, text: string): Record<string, unknown> {
  try {
    return objectOf(file.endsWith('.toml') ? parseToml(text) : readYaml(text))
  } catch {
    return {}
  }
}

function folderName(value: unknown): string | undefined {
  return textOf(value)?.replace(/^\.?\/+|(?<!\/)\/+$/g, '')
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
