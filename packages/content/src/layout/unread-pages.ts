import { isInFormats } from '../formats/formats.ts'
import { extensionOf } from '../paths/unread-formats.ts'
import type { SiteLayout } from './site-layout.ts'

/** Files that the site publishes as pages, in formats that Docent does not read. Paths are the layout's. */
export function unreadPages(
  { unreadFormats = [], formats, isPage }: Pick<SiteLayout, 'unreadFormats' | 'formats' | 'isPage'>,
  files: Iterable<string>,
): string[] {
  if (unreadFormats.length === 0) return []
  // A plugin may read what Docent doesn't.
  return [...files].filter(
    (file) => unreadFormats.includes(extensionOf(file)) && !isInFormats(file, formats) && isPage(file),
  )
}
