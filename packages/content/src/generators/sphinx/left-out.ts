import { objectOf, textsOf } from '../../basics/records.ts'
import { isSet, said } from '../../formats/page/said.ts'
import type { PagePresence } from '../../layout/page-state.ts'
import type { LayoutSource } from '../../layout/site-layout.ts'
import { yamlRecord } from '../../located/read-yaml.ts'
import { folderOf, joinPath } from '../../paths/folder.ts'
import { anyGlob } from '../../patterns/glob.ts'
import { foldersOf } from '../../patterns/ignore-file.ts'
import { documentsOf } from '../parts/table-of-contents.ts'
import { listsNamed } from './python-lists.ts'

/**
 * Tells what Sphinx does not build, by paths below the folder of its configuration: `exclude_patterns` and
 * `include_patterns` of `conf.py`, and the like of a Jupyter Book.
 *
 * @param config `conf.py` or `_toc.yml`
 */
export function leftOut({ texts }: LayoutSource, config: string): (inside: string) => boolean {
  const folder = folderOf(config)
  const script = texts.get(joinPath(folder, 'conf.py')) ?? ''
  const book = yamlRecord(
    texts.get(joinPath(folder, '_config.yml')) ?? texts.get(joinPath(folder, '_config.yaml')),
  )
  const included = listsNamed('include_patterns', script)
  const isIncluded = included.length === 0 ? () => true : anyGlob(included, { needsSlash: true })
  const isExcluded = fitsWithFolders([
    ...listsNamed('exclude_patterns', script),
    ...textsOf(book.exclude_patterns),
    ...textsOf(objectOf(objectOf(book.sphinx).config).exclude_patterns),
  ])
  const listed =
    book.only_build_toc_files === true
      ? documentsOf(
          yamlRecord(texts.get(joinPath(folder, '_toc.yml')) ?? texts.get(joinPath(folder, '_toc.yaml'))),
        )
      : undefined
  return (inside) => isExcluded(inside) || !isIncluded(inside) || listed?.isLeftOut(inside) === true
}

/** Sphinx compares a pattern with each folder around a file, too. */
function fitsWithFolders(patterns: readonly string[]): (inside: string) => boolean {
  const fits = anyGlob(patterns, { needsSlash: true })
  return (inside) => [...foldersOf(inside), inside].some(fits)
}

/** https://www.sphinx-doc.org/en/master/usage/restructuredtext/field-lists.html: a page that the search does not have. */
export function presenceByFrontmatter(
  frontmatter: Readonly<Record<string, unknown>>,
): PagePresence | undefined {
  return isSet(said(frontmatter, 'nosearch')) || isSet(said(frontmatter, 'no-search'))
    ? { state: 'unlisted' }
    : undefined
}
