import { extensionOf } from '../paths/unread-formats.ts'
import type { SiteLayout } from './site-layout.ts'

/** Files that the site publishes as pages, in formats that Docent does not read. Paths are the layout's. */
export function unreadPages(
  { unreadFormats = [], isPage }: Pick<SiteLayout, 'unreadFormats' | 'isPage'>,
  files: Iterable<string>,
): string[] {
  if (unreadFormats.length === 0) return []
  return [...files].filter((file) => unreadFormats.includes(extensionOf(file)) && isPage(file))
}
