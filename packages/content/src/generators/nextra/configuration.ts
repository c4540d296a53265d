import { shallowest } from '../../layout/shallowest.ts'
import type { LayoutSource } from '../../layout/site-layout.ts'
import { valuesUnder } from '../../located/located-value.ts'
import { readScript } from '../../located/read-script.ts'
import { isRecord, toLiteral } from '../../located/to-literal.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'

const CONFIG = /(?:^|\/)next\.config\.[cm]?[jt]s$/
export const META = /(?:^|\/)_meta(?:\.global)?(?:\.[\w-]+)?\.(?:json|[jt]sx?)$/

/** It is given to the plugin, and the file exports what the plugin makes of the rest. */
const BASE = /\bcontentDirBasePath\s{0,9}:\s{0,9}['"`]\/?([^'"`\n]{0,200})['"`]/

/** Where a site of Nextra has its pages: https://nextra.site/docs/file-conventions/content-directory. */
export interface NextraSite {
  /** Of the Next.js application. */
  folder: string
  /** Folders of pages, by their kinds; `content` and `app` make one site. */
  content: string | undefined
  app: string | undefined
  pages: string | undefined
  /** Path that stands before the addresses of `content`. */
  base: string
  /** Languages, the default one first; empty for a site without. */
  locales: readonly string[]
}

/** Configurations of the applications that a file may be a part of. */
export function configsAbove(file: string, files: readonly string[]): string[] {
  return files.filter((path) => CONFIG.test(path) && below(folderOf(path), file) !== undefined)
}

/** Undefined for a repository that Nextra makes nothing of. */
export function readSite({ files, texts }: LayoutSource): NextraSite | undefined {
  // A list is Rspress's: Nextra has records.
  const metas = files.filter((path) => META.test(path) && !/^\s{0,100}\[/.test(texts.get(path) ?? ''))
  const configs = files.filter((path) => CONFIG.test(path) && /['"]nextra['"]/.test(texts.get(path) ?? ''))
  const config = shallowest(configs, CONFIG, files)
  const [first] = metas.toSorted((one, other) => one.split('/').length - other.split('/').length)
  if (config === undefined && first === undefined) return undefined
  const found = /^(?:(.*)\/)?((?:src\/)?(?:content|pages|app))\//.exec(first ?? '')
  const around = found === null ? folderOf(first ?? '') : (found[1] ?? '')
  const folder = config === undefined ? around : folderOf(config)
  const has = (path: string) => files.some((file) => file.startsWith(`${path}/`))
  const place = (name: string) => [joinPath(folder, name), joinPath(folder, `src/${name}`)].find(has)
  const [content, app, pages] = [place('content'), place('app'), place('pages')]
  const script = config === undefined ? undefined : readScript(config, texts.get(config) ?? '', texts)
  const [, base = ''] = BASE.exec(config === undefined ? '' : (texts.get(config) ?? '')) ?? []
  const isPlain = content === undefined && app === undefined && pages === undefined
  return {
    folder,
    content: isPlain ? folderOf(first ?? '') : content,
    app,
    // With `content`, the folder `pages` is none of Nextra.
    pages: content === undefined ? pages : undefined,
    base,
    locales: localesOf(toLiteral(valuesUnder(script, 'i18n')[0])),
  }
}

function localesOf(i18n: ReturnType<typeof toLiteral>): string[] {
  if (!isRecord(i18n) || !Array.isArray(i18n.locales)) return []
  const locales = i18n.locales.filter((each) => typeof each === 'string')
  const initial = i18n.defaultLocale
  return [...locales.filter((each) => each === initial), ...locales.filter((each) => each !== initial)]
}
