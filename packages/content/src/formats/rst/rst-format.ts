import type { SourceFormat } from '../page/source-format.ts'
import { locateReferences } from './locate-links.ts'
import { inspectRst, parseRst } from './parse-rst.ts'
import { readHeader } from './read/read-header.ts'

/** https://docutils.sourceforge.io/rst.html with the directives and roles of Sphinx. */
export const rst: SourceFormat = {
  name: 'rst',
  frontmatter: readHeader,
  includes(path, source, site) {
    const files = locateReferences(source).flatMap(({ as, target }) =>
      as === 'text' ? (site.references?.fileOf(path, target, 'text') ?? []) : [],
    )
    return [...new Set(files)]
  },
  parse: parseRst,
  inspect: inspectRst,
  links: (_file, source) => locateReferences(source).map(({ as: _, ...link }) => link),
  encodeTarget: (path) =>
    path.replace(/[\s<>`]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`),
}
