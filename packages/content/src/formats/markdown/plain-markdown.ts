import type { Link } from '../../paths/link.ts'
import { locateLinks } from './locate-links.ts'
import { preformatted } from './preformatted.ts'
import { readablePage } from './readable-page.ts'
import { readableCode, readableText } from './readable-text.ts'
import type { TextBlock } from './scan/block.ts'
import { type ScannedPage, scanPage } from './scan/scan-page.ts'

/**
 * The text of a page as every reader of Markdown shows it: without imports, comments, expressions, components, and the
 * marks of single generators.
 *
 * @param content of the page, without its frontmatter
 * @param addressOf where a link or picture leads; undefined leaves it as it is written
 */
export function plainMarkdown(
  { file, content }: { file: string; content: string },
  addressOf: (link: Pick<Link, 'kind' | 'target'>) => string | undefined,
): string {
  // A line before it: what looks like frontmatter is none.
  const text = blocksOf(readablePage(scanPage(file, `\n${content}`))).join('\n\n')
  const parts: string[] = []
  let at = 0
  for (const { kind, target, start, end } of locateLinks(scanPage('page.md', `\n${text}`))) {
    const address = addressOf({ kind, target })
    if (address === undefined || start - 1 < at) continue
    parts.push(text.slice(at, start - 1), address)
    at = end - 1
  }
  return `${parts.join('')}${text.slice(at)}`.trim()
}

function blocksOf({ source, blocks, inline }: ScannedPage): string[] {
  return blocks.flatMap((block, at) => {
    const tokens = inline[at]?.tokens ?? []
    if (block.kind === 'code') return [readableCode(source, block)]
    if (block.kind === 'text') {
      const whole = block.html ? preformatted(source.slice(block.start, block.end)) : undefined
      const shown = whole ?? readableText(source, block, tokens)
      return shown.trim() === '' ? [] : [shown]
    }
    if (block.nested) return []
    const heading: TextBlock = {
      kind: 'text',
      start: block.textStart,
      end: block.textEnd,
      base: 0,
      html: false,
    }
    return [
      `${'#'.repeat(block.depth)} ${readableText(source, heading, tokens).replaceAll('\n', ' ').trim()}`,
    ]
  })
}
