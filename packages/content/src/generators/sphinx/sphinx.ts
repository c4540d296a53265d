import type { Generator } from '../../layout/generator.ts'
import { shallowest } from '../../layout/shallowest.ts'
import type { LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { folderOf } from '../../paths/folder.ts'
import { normalizePagePath } from '../../paths/page-path.ts'
import { NOTEBOOKS, RESTRUCTURED_TEXT } from '../../paths/unread-formats.ts'
import { documentLayout } from '../parts/document-layout.ts'
import { leftOut, presenceByFrontmatter } from './left-out.ts'

const MYST = /\bmyst[-_](?:parser|nb)\b/
const TAKES_NOTEBOOKS = /\b(?:myst[-_]nb|nbsphinx)\b/
const TOC = /(?:^|\/)_toc\.ya?ml$/

/**
 * https://www.sphinx-doc.org with MyST-Parser (`conf.py`), and Jupyter Book before its second version (`_toc.yml`). Pages
 * in reStructuredText and notebooks are not read.
 */
export const sphinx: Generator = {
  name: 'sphinx',
  files: /(?:^|\/)(?:_toc\.ya?ml|_config\.ya?ml|conf\.py)$/,
  layout,
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const toc = shallowest(source.files, TOC)
  const config = shallowest(source.files, /(?:^|\/)conf\.py$/)
  const isMyst = config !== undefined && MYST.test(source.texts.get(config) ?? '')
  const file = toc ?? (isMyst ? config : undefined)
  if (file === undefined) return undefined
  const root = folderOf(file)
  const route = (inside: string) => {
    const path = normalizePagePath(inside)
    return /(?:^|\/)index$/.test(inside) ? path : `${path}.html`
  }
  const takesNotebooks = toc !== undefined || TAKES_NOTEBOOKS.test(source.texts.get(file) ?? '')
  return {
    ...documentLayout(source, { name: 'sphinx', toc: TOC, root, isLeftOut: leftOut(source, file), route }),
    unreadFormats: takesNotebooks ? [...RESTRUCTURED_TEXT, ...NOTEBOOKS] : RESTRUCTURED_TEXT,
    presence: (_, frontmatter) => presenceByFrontmatter(frontmatter),
  }
}
