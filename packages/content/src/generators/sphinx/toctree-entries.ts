import { readDirectives } from '../../formats/myst/directive-lines.ts'
import { documentName } from '../../formats/myst/locate-links.ts'
import { proseText } from '../../formats/rst/read/prose-text.ts'
import { referencePaths } from '../../layout/moved-reference.ts'
import type { NavigationReference, SiteNavigation } from '../../layout/navigation-reference.ts'
import type { NavigationSource } from '../../layout/navigation-source.ts'
import type { LocatedList } from '../../located/located-value.ts'
import { FORMAT_EXTENSIONS } from '../../paths/format-name.ts'

/** The entries of `toctree` directives in the pages of a site: those that name documents. */
export function toctreeEntries({ map, texts }: NavigationSource): SiteNavigation {
  const references: NavigationReference[] = []
  for (const [file, text] of texts) {
    if (map.routeOf(file) === undefined || !text.includes('toctree')) continue
    const isRst = FORMAT_EXTENSIONS.rst.some((extension) => file.endsWith(extension))
    const { entries } = isRst ? proseText(text) : readDirectives(text)
    const lists = new Map<number, LocatedList>()
    for (const { start, written, toctree } of entries) {
      const end = start + written.length
      const value = { kind: 'text', value: written, file, start, end } as const
      const list = lists.get(toctree) ?? { kind: 'list', file, start: toctree, end, isBlock: true, items: [] }
      lists.set(toctree, list)
      const lineEnd = text.indexOf('\n', end)
      const around = text.slice(text.lastIndexOf('\n', start) + 1, start)
      const item = {
        file,
        start: start - around.trimStart().length,
        end: lineEnd < 0 ? text.length : lineEnd,
        value,
      }
      list.items.push({ ...item, end: item.start + text.slice(item.start, item.end).trimEnd().length })
      const found = map.find(file, { target: documentName(written), kind: 'internal' })
      references.push({
        file,
        start,
        end,
        written,
        page: found.kind === 'page' ? found.file : undefined,
        // It is a link of its page, too, and is looked at as such.
        isDead: false,
        namesDocument: true,
        respell: ({ to, before }) => referencePaths({ map: before, home: file, to, written, as: 'page' })[0],
        isRedirect: false,
        trail: [
          {
            around: list,
            index: list.items.length - 1,
            isDictionary: false,
            hasPage: false,
            hasItems: false,
          },
        ],
      })
    }
  }
  return { references, computed: [] }
}
