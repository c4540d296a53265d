import sax from 'sax'
import type { ObjectEntry } from '../object-store.ts'

const OPTIONS = { trim: false, strictEntities: true }

export interface Listing {
  entries: ObjectEntry[]
  /** Of the next page. */
  continuation?: string
}

/** Reads a reply of ListObjectsV2. @throws Error when it is none */
export function readListing(xml: string): Listing {
  const listing: Listing = { entries: [] }
  const open: string[] = []
  let isListing = false
  let entry: Record<string, string> = {}
  let content = ''
  const parser = sax.parser(true, OPTIONS)
  parser.onopentag = ({ name }) => {
    open.push(name)
    isListing ||= name === 'ListBucketResult'
    content = ''
    if (name === 'Contents') entry = {}
  }
  parser.ontext = parser.oncdata = (piece) => {
    content += piece
  }
  parser.onclosetag = () => {
    const name = open.pop() ?? ''
    if (open.at(-1) === 'Contents') entry[name] = content
    if (name === 'NextContinuationToken') listing.continuation = content
    if (name === 'Contents' && entry.Key !== undefined)
      listing.entries.push({
        key: entry.Key,
        etag: entry.ETag ?? '',
        modifiedAt: Date.parse(entry.LastModified ?? ''),
      })
    content = ''
  }
  parser.write(xml).close()
  if (!isListing) throw new Error('The reply is not a list of objects.')
  return listing
}
