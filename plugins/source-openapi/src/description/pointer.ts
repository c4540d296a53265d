import { decodeTarget } from '@docent/content'

/** One part of an RFC 6901 pointer, percent-encoded as in a URL fragment. */
export function decodePart(part: string): string {
  return decodeTarget(part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

export function encodePart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
