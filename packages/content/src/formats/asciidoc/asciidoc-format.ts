import type { SourceFormat } from '../page/source-format.ts'
import { inspectAsciidoc } from './inspect-asciidoc.ts'
import { locateLinks, locateReferences } from './locate-links.ts'
import { fileOf, parseAsciidoc } from './parse-asciidoc.ts'
import { readHeader } from './read-header.ts'

/** https://docs.asciidoctor.org/asciidoc/latest, read by Asciidoctor. */
export const asciidoc: SourceFormat = {
  name: 'asciidoc',
  frontmatter: readHeader,
  includes(path, source, site) {
    const files = locateReferences(source).flatMap(({ as, target }) =>
      as === 'text' ? (fileOf(site, path, target) ?? []) : [],
    )
    return [...new Set(files)]
  },
  parse: parseAsciidoc,
  inspect: (file, source, { attributes } = {}) => inspectAsciidoc(file, source, attributes),
  links: (_file, source) => locateLinks(source),
  encodeTarget: (path) => path.replace(/[[\]]/g, (char) => (char === '[' ? '%5B' : '%5D')),
}
