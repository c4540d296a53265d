import GithubSlugger from 'github-slugger'
import type { Problem } from '../../paths/problem.ts'
import { HeadingIds, identifierOf } from '../page/docutils-ids.ts'
import { readFrontmatter } from '../page/frontmatter.ts'
import { LONGEST_PAGE } from '../page/longest-page.ts'
import { canCite, whyTooCostly } from './costly-text.ts'
import { filteredText } from './filtered-text.ts'
import type { MystNode } from './myst-node.ts'
import { MarkdownWriter, textOf } from './write-markdown.ts'

const DEEPEST = 5
const MOST_CHARACTERS = 2_000_000
const MOST_PROBLEMS = 100
/** The label of a directive among its options. */
const NAME = /^[ \t]*:(?:name|label):[ \t]+(\S{1,200})[ \t]*$/gm

export interface MystRequest {
  /** Of the page, in the terms of `include`. */
  path: string
  /** As problems name it. */
  file: string
  source: string
  addressOf(target: string): string | undefined
  /** A text that a file of the site includes; undefined where it cannot be had. */
  include(from: string, target: string): { path: string; text: string } | undefined
}

export interface ReadMyst {
  markdown: string
  /** Labels of the page, as links name them and as ids. */
  labels: string[]
  problems: Problem[]
}

/**
 * Reads a page with the parser of the MyST project. Directives and roles that it does not know are read as their texts.
 *
 * @throws Error for a text that the parser would read too long
 */
export async function readMyst({ path, file, source, addressOf, include }: MystRequest): Promise<ReadMyst> {
  // Imported with the first page: servers without MyST never load it.
  const [{ mystParse }, { VFile }] = await Promise.all([import('myst-parser'), import('vfile')])
  const { bodyStart } = readFrontmatter(source)
  const body = source.slice(bodyStart, LONGEST_PAGE)
  const offset = source.slice(0, bodyStart).split('\n').length - 1
  const ids = new HeadingIds()
  const labels: string[] = []
  const around = [path]
  let budget = MOST_CHARACTERS
  const parse = (text: string, messages = new VFile()): MystNode => {
    budget -= text.length
    const reason = whyTooCostly(text)
    if (reason !== undefined) throw new Error(reason)
    const tree = mystParse(budget < 0 ? '' : text, {
      vfile: messages as never,
      extensions: { citations: canCite(text) },
    })
    return tree as unknown as MystNode
  }
  const own = new VFile()
  const tree = parse(body, own)
  const known = new Map(namesOf(tree).map((name) => [name, identifierOf(name)]))
  const writer = new MarkdownWriter({
    // What no heading and no label of the page has is a label of another page, whose address is not known here.
    addressOf: (target) =>
      target.startsWith('#')
        ? known.has(target.slice(1))
          ? `#${known.get(target.slice(1))}`
          : ''
        : addressOf(target),
    parse: (text) => parse(text),
    idOf(title, named) {
      labels.push(...named)
      return ids.next(title)
    },
    include({ file: target = '', literal = false, filter }) {
      const found = include(around.at(-1) ?? path, target)
      if (found === undefined || around.length > DEEPEST || around.includes(found.path)) return undefined
      if (literal || !/\.(?:md|txt)$/i.test(found.path))
        return { type: 'code', value: filteredText(found.text, filter) }
      around.push(found.path)
      const body = found.text.slice(readFrontmatter(found.text).bodyStart)
      const inner = writer.blocks(parse(filteredText(body, filter)).children)
      around.pop()
      return { type: 'root', children: [{ type: 'written', value: inner }] }
    },
  })
  const markdown = writer.blocks(tree.children)
  const problems = own.messages
    .filter(({ fatal, message }) => fatal === true && !/^unknown (?:directive|role)/.test(message))
    .slice(0, MOST_PROBLEMS)
    .map(({ line, message }): Problem => {
      const reason = `The page is not valid MyST: ${message.replace(/\.$/, '')}.`
      return {
        file,
        line: (line ?? 1) + offset,
        column: 1,
        rule: 'myst-invalid',
        message: reason,
        severity: 'error',
      }
    })
  const named = [...labels, ...labelsOf(tree), ...[...body.matchAll(NAME)].map(([, name = '']) => name)]
  return { markdown, labels: [...new Set(named.flatMap((label) => [label, identifierOf(label)]))], problems }
}

/** What a link within the page may name: labels, and ids of headings. */
function namesOf(tree: MystNode, depth = 0): string[] {
  if (depth > 100) return []
  const heading = tree.type === 'heading' ? textOf(tree.children ?? []) : ''
  const own = heading === '' ? [] : [identifierOf(heading), new GithubSlugger().slug(heading)]
  const below = (tree.children ?? []).flatMap((child) => namesOf(child, depth + 1))
  return [...own, ...(depth === 0 ? labelsOf(tree) : []), ...below]
}

/** Labels of targets, figures, equations and tables. */
function labelsOf(node: MystNode, depth = 0): string[] {
  if (depth > 100) return []
  const own =
    node.label !== undefined && node.type !== 'crossReference' && node.type !== 'cite' ? [node.label] : []
  return [...own, ...(node.children ?? []).flatMap((child) => labelsOf(child, depth + 1))]
}
