import { ALL_FORMATS } from '../formats/format-name.ts'
import { pagePathOf } from '../formats/page-path.ts'
import { MARKDOWN_ALIASES, OTHER_MARKUP } from '../formats/unread-formats.ts'
import { localeLookup } from './locale-lookup.ts'
import { type LayoutSource, NO_NAVIGATION, type SiteLayout } from './site-layout.ts'

/** A folder of Markdown: every file is a page under its path. */
export function plainLayout({ files }: LayoutSource): SiteLayout {
  return {
    name: 'plain',
    formats: ALL_FORMATS,
    unreadFormats: [...MARKDOWN_ALIASES, ...OTHER_MARKUP],
    root: '',
    isPage: () => true,
    pagePath: (file) => pagePathOf(file),
    language: localeLookup(files, ''),
    version: () => undefined,
    navigation: NO_NAVIGATION,
    navigationIsComplete: false,
  }
}
