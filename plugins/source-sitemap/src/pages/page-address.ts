import { isDocumentationFile, MARKDOWN_EXTENSION, pagePathOf } from '@docent/content'

const INDEX = `index${MARKDOWN_EXTENSION}`
const FOLDER_PAGE = new RegExp(`(^|/)index\\.html\\${MARKDOWN_EXTENSION}$`, 'i')

/** Endings of addresses that are no pages. */
const NO_PAGE =
  /\.(?:xml|gz|txt|json|ya?ml|rss|atom|pdf|zip|tar|tgz|png|jpe?g|gif|webp|avif|svg|ico|mp4|webm|mp3|woff2?|ttf|css|m?js|map|csv|wasm)$/i

/**
 * The file that a page at this address is listed as: its path without percent signs, `.md` at its end. Its route path is
 * the address then. Markdown keeps its name; `index.html.md` (https://llmstxt.org) is the page of its folder.
 */
export function fileOf(url: URL): string {
  const path = url.pathname
    .split('/')
    .map(decodeSegment)
    .filter((part) => part !== '')
    .join('/')
  if (isDocumentationFile(path)) return path.replace(FOLDER_PAGE, `$1${INDEX}`)
  return path === '' ? INDEX : path + MARKDOWN_EXTENSION
}

/** One page, however it is addressed: as HTML, as Markdown, with a slash at its end or without one. */
export function pageKey(url: URL): string {
  return pagePathOf(fileOf(url))
}

/** False for pictures, archives and other files beside the pages. */
export function looksLikePage(url: URL): boolean {
  return !NO_PAGE.test(url.pathname)
}

export function looksLikeMarkdown(url: URL): boolean {
  return isDocumentationFile(url.pathname)
}

/** A slash that was written with percent signs is part of a name. */
function decodeSegment(segment: string): string {
  try {
    const decoded = decodeURIComponent(segment)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in a path
    return /[/\\\u0000-\u001f]/.test(decoded) || decoded === '..' || decoded === '.' ? segment : decoded
  } catch (error) {
    // Not UTF-8: it stays as it is written.
    if (error instanceof URIError) return segment
    throw error
  }
}
