import { ALL_FORMATS } from '../paths/format-name.ts'
import { pagePathOf } from '../paths/page-path.ts'
import { OTHER_MARKUP } from '../paths/unread-formats.ts'
import { FILE_LINKS } from './link-style.ts'
import { localeLookup } from './locale-folders.ts'
import { NO_NAVIGATION } from './navigation.ts'
import type { LayoutSource, SiteLayout } from './site-layout.ts'

/** A folder of Markdown: every file is a page under its path. */
export function plainLayout({ files }: LayoutSource): SiteLayout {
  return {
    name: 'plain',
    formats: ALL_FORMATS,
    unreadFormats: OTHER_MARKUP,
    root: '',
    isPage: () => true,
    pagePath: (file) => pagePathOf(file),
    language: localeLookup(files, ''),
    version: () => undefined,
    navigation: NO_NAVIGATION,
    navigationIsComplete: false,
    links: { ...FILE_LINKS, ownsHost: false },
  }
}
