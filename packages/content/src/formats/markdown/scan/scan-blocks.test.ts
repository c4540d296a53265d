import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Nodes } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { describe, expect, test } from 'vitest'
import { parsePage } from '../parse-page.ts'

const HOME = new URL('../../../../', import.meta.url)
const { dependencies, devDependencies } = JSON.parse(readFileSync(new URL('package.json', HOME), 'utf8'))

/** Real Markdown by many hands: the manuals of the packages that this one depends on. */
const MANUALS = Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) => {
  const folder = new URL(`node_modules/${name}/`, HOME)
  const files = readdirSync(folder).filter((file) => /^(?:readme|changelog)\.md$/i.test(file))
  return files.map((file) => [`${name}/${file}`, new URL(file, folder)] as const)
})

const processor = unified().use(remarkParse).use(remarkGfm)

describe('the block scanner, held against remark', () => {
  test('has manuals to read', () => {
    expect(MANUALS.length).toBeGreaterThanOrEqual(8)
  })

  test.each(MANUALS)('agrees on %s', (_name, url) => {
    const source = readFileSync(url, 'utf8')
    const tree = processor.parse(source)
    const headings: string[] = []
    const targets: string[] = []
    const words: string[] = []
    visit(tree, (node: Nodes) => {
      if (node.type === 'heading')
        headings.push(`${node.depth} ${textOf(node, { includeHtml: false }).replace(/\s+/g, ' ').trim()}`)
      if (node.type === 'link' || node.type === 'image' || node.type === 'definition') targets.push(node.url)
      if (node.type === 'text') words.push(...(node.value.match(/[\p{L}\p{N}]+/gu) ?? []))
    })
    const { page, passages } = parsePage(basename(url.pathname), source)
    expect(page.headings.map(({ depth, text }) => `${depth} ${text}`)).toEqual(headings)
    const found = new Set(page.links.map(({ target }) => target))
    expect(targets.filter((target) => !found.has(target) && !target.startsWith('mailto:'))).toEqual([])
    const said = passages.map(({ headings, content }) => `${headings.join(' ')} ${content}`).join(' ')
    const known = new Set(said.match(/[\p{L}\p{N}]+/gu))
    expect(words.filter((word) => !known.has(word))).toEqual([])
  })
})
