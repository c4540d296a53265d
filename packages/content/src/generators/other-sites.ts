import { isInFormats } from '../formats/formats.ts'
import { NOT_THE_SITE } from '../layout/shallowest.ts'
import type { SiteLayout } from '../layout/site-layout.ts'
import { below } from '../paths/folder.ts'
import { generators } from './generators.ts'

/** A configuration of the same generator, and how many files beside it may be pages that the layout does not have. */
export interface OtherSite {
  file: string
  folder: string
  pages: number
}

/** The sites of a repository that a layout has no page of, because it is of another one. */
export function otherSites(layout: SiteLayout, files: Iterable<string>): OtherSite[] {
  const names = generators().find(({ name }) => name === layout.name)?.above?.files ?? []
  const all = [...files].filter((file) => !NOT_THE_SITE.test(file))
  const documents = all.filter((file) => isInFormats(file, layout.formats))
  const sites = all.flatMap((file) => {
    const name = names.find((each) => file === each || file.endsWith(`/${each}`))
    return name === undefined || name === file ? [] : [{ file, folder: file.slice(0, -name.length - 1) }]
  })
  return sites
    .filter(({ folder }) => folder !== '' && below(folder, `${layout.root}/`) === undefined)
    .map((site) => ({ ...site, inside: documents.filter((file) => below(site.folder, file) !== undefined) }))
    .filter(({ inside }) => inside.length > 0 && !inside.some((file) => layout.isPage(file)))
    .map(({ file, folder, inside }) => ({ file, folder, pages: inside.length }))
}
