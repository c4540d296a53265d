import { textUnder } from '../../basics/records.ts'
import { readFrontmatter } from '../../formats/page/frontmatter.ts'
import type { Include } from '../../formats/page/include.ts'
import { fenced, pathFrom } from '../../formats/page/include.ts'
import { said } from '../../formats/page/said.ts'
import type { LayoutSource } from '../../layout/site-layout.ts'
import { folderOf } from '../../paths/folder.ts'
import { sectionFileNames } from '../../paths/index-page.ts'
import { pageExtension } from '../../paths/page-extension.ts'

/** A shortcode without text of its own: its name, and what follows. */
const SHORTCODE = /\{\{[<%]\s*([\w./-]{1,100})([^{}\n]{0,500}?)\/?\s*[>%]\}\}/g
const ARGUMENT = /(?:^|\s)(?:(\w+)=)?["`]([^"`\n]*)["`]|(?:^|\s)([^\s"`=]+)/g
const TEMPLATE = /(?:^|\/)layouts\/_?shortcodes\/([\w./-]{1,100})\.html$/
/** A template that writes one setting of the site, and nothing else. */
const SETTING = /^\s*\{\{-?\s*(?:\$?\.Site|site)\.Params\.([\w.]+)\s*-?\}\}\s*$/

/**
 * Writes values of the frontmatter and of the configuration in the place of `param`, and of shortcodes of the site that
 * do no more than that: https://gohugo.io/shortcodes/param.
 */
export function writtenValues(source: LayoutSource, params: Readonly<Record<string, unknown>>) {
  const settings = new Map<string, string>()
  for (const [file, text] of source.texts) {
    const [, name] = TEMPLATE.exec(file) ?? []
    const [, key] = SETTING.exec(text) ?? []
    if (name !== undefined && key !== undefined) settings.set(name, key)
  }
  return (text: string): string => {
    let frontmatter: Readonly<Record<string, unknown>> | undefined
    return text.replace(SHORTCODE, (whole, name: string, rest: string) => {
      if (name !== 'param' && !settings.has(name)) return whole
      const key = settings.get(name) ?? argumentsOf(rest).get('0')
      if (key === undefined) return whole
      frontmatter ??= name === 'param' ? readFrontmatter(text).data : undefined
      const value =
        textUnder(settings.has(name) ? undefined : frontmatter, key, said) ?? textUnder(params, key, said)
      return value ?? whole
    })
  }
}

/** Texts of other files by `include`, `readfile`, and the like: Docsy, Hextra, and the themes of Kubernetes. */
export function includesOf(roots: readonly string[]) {
  return (file: string, source: string): Include[] => {
    const includes: Include[] = []
    for (const { 0: whole, 1: name = '', 2: rest = '', index } of source.matchAll(SHORTCODE)) {
      if (!/^(?:include|readfile|include-file|snippet|code|codenew|code_sample)$/.test(name)) continue
      const given = argumentsOf(rest)
      const path = given.get('file') ?? given.get('path') ?? given.get('src') ?? given.get('0')
      if (path === undefined) continue
      const isCode = given.get('code') === 'true' || (pageExtension(path) === '' && /\.\w+$/.test(path))
      const language = given.get('lang') ?? given.get('language') ?? /\.(\w+)$/.exec(path)?.[1] ?? ''
      includes.push({
        start: index,
        end: index + whole.length,
        candidates: candidatesOf(file, path, roots),
        select: (text) => (isCode ? fenced(text, language) : text.slice(readFrontmatter(text).bodyStart)),
      })
    }
    return includes
  }
}

function candidatesOf(file: string, path: string, roots: readonly string[]): string[] {
  const folders = [...(path.startsWith('/') ? [] : [folderOf(file)]), ...roots]
  const names = /\.\w+$/.test(path) ? [path] : sectionFileNames(path)
  return folders.flatMap((folder) => names.map((name) => pathFrom(folder, name)))
}

/** Positional ones by their number, named ones by their name. */
function argumentsOf(rest: string): Map<string, string> {
  const given = new Map<string, string>()
  let at = 0
  for (const [, name, quoted, bare] of rest.matchAll(ARGUMENT))
    given.set(name ?? String(at++), quoted ?? bare ?? '')
  return given
}
