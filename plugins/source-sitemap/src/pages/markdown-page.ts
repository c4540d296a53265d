import { extractLinks } from '@docent/content'

/**
 * A Markdown page with its links to the site as paths, as the site's own pages have them: `https://docs.example.com/a.md`
 * becomes `/a`. Bytes without such links are handed on as they are.
 *
 * @param linkTo how an absolute address is to be written; the same address when it is not the site's
 */
export function markdownPage(
  body: Uint8Array,
  text: string,
  { file, isUtf8, linkTo }: { file: string; isUtf8: boolean; linkTo(written: string): string },
): Uint8Array {
  const rewritten = withSitePaths(text, file, linkTo)
  return rewritten === text && isUtf8 ? body : new TextEncoder().encode(rewritten)
}

/** Of links with a text, definitions and attributes. Bare addresses must stay whole to be links. */
const BEFORE_TARGET = /(?:\]\(\s*<?|\]:\s*<?|=\s*["'])$/

function withSitePaths(text: string, file: string, linkTo: (written: string) => string): string {
  const starts = lineStarts(text)
  let result = ''
  let at = 0
  for (const { kind, target, line, column } of extractLinks(text, file)) {
    const start = (starts[line - 1] ?? 0) + column - 1
    // Only what stands there as it is meant; entities and escapes are left alone.
    if (kind !== 'external' || start < at || !text.startsWith(target, start)) continue
    if (!BEFORE_TARGET.test(text.slice(Math.max(0, start - 10), start))) continue
    result += text.slice(at, start) + linkTo(target)
    at = start + target.length
  }
  return result + text.slice(at)
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((match) => match.index + match[0].length)]
}
