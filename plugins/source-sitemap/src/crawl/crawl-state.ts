import { z } from 'zod'

/** Grows when pages are made in another way: every page is asked for anew then. */
export const PAGE_FORMAT = 1

/** A page as it was read last. */
export const PageEntry = z.object({
  /** Where it was read: the address of the conditions below. */
  url: z.string(),
  /** Relative to the docs root. */
  file: z.string(),
  /** Of its content; absent when it is no page of the documentation. */
  hash: z.string().optional(),
  /** Why it is none, such as `noindex`. */
  excluded: z.string().optional(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  /** Of the sitemap, as it is written. */
  lastmod: z.string().optional(),
  /** Address of its Markdown version, when the page names one. */
  markdown: z.string().optional(),
  /** Key of the page that it is a copy of, as it says itself or by a redirect. */
  canonical: z.string().optional(),
  /** When it was asked for last, ms since the epoch. */
  checkedAt: z.number(),
})
export type PageEntry = z.infer<typeof PageEntry>

/** What is known of a site between two crawls. */
export const CrawlState = z.object({
  format: z.number(),
  /** The address that the project names. */
  site: z.string(),
  /** False until the first crawl has come to its end. */
  isComplete: z.boolean(),
  pages: z.record(z.string(), PageEntry),
})
export type CrawlState = z.infer<typeof CrawlState>

export function emptyState(site: string): CrawlState {
  return { format: PAGE_FORMAT, site, isComplete: false, pages: {} }
}
