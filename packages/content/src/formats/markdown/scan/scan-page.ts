import { LineIndex } from '../../../located/line-index.ts'
import { type Frontmatter, readFrontmatter } from '../../page/frontmatter.ts'
import { LONGEST_PAGE } from '../../page/longest-page.ts'
import type { Block } from './block.ts'
import { scanBlocks } from './scan-blocks.ts'
import { type InlineScan, normalizeLabel, scanInline } from './scan-inline.ts'

/** A source text taken apart once, for pages, links and checks alike. */
export interface ScannedPage {
  file: string
  /** What was read: at most LONGEST_PAGE characters. */
  source: string
  truncated: boolean
  mdx: boolean
  frontmatter: Frontmatter
  blocks: Block[]
  /** Of the block at the same index; undefined for code. */
  inline: (InlineScan | undefined)[]
  /** Normalized labels of link definitions. */
  labels: ReadonlySet<string>
  lines: LineIndex
}

export function scanPage(file: string, source: string): ScannedPage {
  const truncated = source.length > LONGEST_PAGE
  const text = truncated
    ? source.slice(0, Math.max(source.lastIndexOf('\n', LONGEST_PAGE), LONGEST_PAGE / 2))
    : source
  const mdx = /\.mdx$/i.test(file)
  const frontmatter = readFrontmatter(text)
  const blocks = scanBlocks(text, frontmatter.bodyStart, mdx)
  const format = mdx ? 'mdx' : 'markdown'
  const inline = blocks.map((block) => {
    if (block.kind === 'code') return undefined
    if (block.kind === 'heading') return scanInline(text, block.textStart, block.textEnd, format)
    return scanInline(text, block.start, block.end, block.html ? 'html' : format)
  })
  const labels = new Set<string>()
  for (const token of inline.flatMap((scan) => scan?.tokens ?? [])) {
    if (token.kind === 'definition') labels.add(normalizeLabel(text.slice(token.textStart, token.textEnd)))
  }
  return {
    file,
    source: text,
    truncated,
    mdx,
    frontmatter,
    blocks,
    inline,
    labels,
    lines: new LineIndex(text),
  }
}
