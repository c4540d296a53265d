import { fenced, type Include, pathFrom } from '../../formats/page/include.ts'
import { folderOf } from '../../paths/folder.ts'
import { isDocumentationFile } from '../../paths/page-path.ts'
import { regionOf } from '../parts/regions.ts'

const INCLUDE = /<include((?:\s[^<>]*)?)>([^<>{}]{1,500})<\/include>/g

/**
 * `<include>./part.mdx</include>`, `<include cwd lang="ts">lib/a.ts#region</include>`:
 * https://fumadocs.dev/docs/mdx/include. Paths begin at the page, or with `cwd` at the folder of the application.
 *
 * @param app folder of the application
 */
export function includesOf(app: string): (path: string, source: string) => Include[] {
  return (path, source) => {
    if (!source.includes('<include')) return []
    return [...source.matchAll(INCLUDE)].map((match): Include => {
      const [whole, attributes = '', written = ''] = match
      const [target = '', part] = written.trim().split('#', 2)
      const place = { start: match.index, end: match.index + whole.length }
      const candidates = [pathFrom(/\bcwd\b/.test(attributes) ? app : folderOf(path), target)]
      const meta = /\bmeta=(?:'([^']*)'|"([^"]*)")/.exec(attributes)
      const more = meta === null ? '' : ` ${meta[1] ?? meta[2]}`
      const language = /\blang=["']([^"']*)["']/.exec(attributes)?.[1]
      if (language === undefined && isDocumentationFile(target))
        return {
          ...{ ...place, candidates },
          select: (text) => (part === undefined ? text : (sectionOf(text, part) ?? text)),
        }
      return {
        ...{ ...place, candidates },
        select: (text) => (part === undefined ? text : (regionOf(text, part) ?? text)),
        inPlace: (text) => fenced(text.trimEnd(), (language ?? /\.(\w+)$/.exec(target)?.[1] ?? '') + more),
      }
    })
  }
}

/** What stands in `<section id="part">`. */
function sectionOf(text: string, id: string): string | undefined {
  const open = `<section id="${id}">`
  const start = text.indexOf(open)
  const end = text.indexOf('</section>', start)
  return start < 0 || end < 0 ? undefined : text.slice(start + open.length, end)
}
