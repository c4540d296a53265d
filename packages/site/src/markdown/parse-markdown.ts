import { formatOf } from '@docent/content'
import { Parser } from 'acorn'
import type { Parents, Root, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { mdxExpressionFromMarkdown } from 'mdast-util-mdx-expression'
import { mdxJsxFromMarkdown } from 'mdast-util-mdx-jsx'
import { mdxjsEsmFromMarkdown } from 'mdast-util-mdxjs-esm'
import { gfm } from 'micromark-extension-gfm'
import { mdxExpression } from 'micromark-extension-mdx-expression'
import { mdxJsx } from 'micromark-extension-mdx-jsx'
import { mdxjsEsm } from 'micromark-extension-mdxjs-esm'
import { VFileMessage } from 'vfile-message'

export interface ParsedMarkdown {
  tree: Root
  /** Whether components are nodes of the tree; in Markdown they are raw HTML. */
  isMdx: boolean
  /** Whether braces are code in any case: Markdown with components may mean them as text. */
  isFileOfMdx: boolean
}

const COMPONENT = /<[A-Z]/

/**
 * Parses a page as MDX when it is MDX or has components, else as Markdown. A page that is no valid MDX is read as
 * Markdown: a reader gets what can be read of it. No expression is parsed as code, let alone run.
 */
export function parseMarkdown(source: string, file: string): ParsedMarkdown {
  const isFileOfMdx = formatOf(file).name === 'mdx'
  if (isFileOfMdx || COMPONENT.test(source)) {
    const tree = parseMdx(source)
    if (tree !== undefined) {
      unravel(tree)
      return { tree, isMdx: true, isFileOfMdx }
    }
  }
  const tree = fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  return { tree, isMdx: false, isFileOfMdx }
}

function parseMdx(source: string): Root | undefined {
  try {
    return fromMarkdown(source, {
      extensions: [
        gfm(),
        // Only imports and exports need a parser of JavaScript, to find where they end.
        mdxjsEsm({ acorn: Parser, acornOptions: { ecmaVersion: 2024, sourceType: 'module' } }),
        mdxJsx(),
        mdxExpression(),
        { disable: { null: ['autolink', 'codeIndented', 'htmlFlow', 'htmlText'] } },
      ],
      mdastExtensions: [
        gfmFromMarkdown(),
        mdxjsEsmFromMarkdown(),
        mdxJsxFromMarkdown(),
        mdxExpressionFromMarkdown(),
      ],
    })
  } catch (error) {
    if (error instanceof VFileMessage) return undefined
    throw error
  }
}

/** A paragraph of nothing but components is those components, as MDX has it: `<Note>Text.</Note>` on a line. */
function unravel(parent: Parents): void {
  const children: RootContent[] = parent.children.flatMap((child): RootContent[] => {
    if ('children' in child) unravel(child)
    if (child.type !== 'paragraph' || !child.children.some(isJsx) || !child.children.every(isJsxOrSpace))
      return [child]
    return child.children
      .filter(isJsx)
      .map((jsx): RootContent => ({ ...jsx, type: 'mdxJsxFlowElement' }) as RootContent)
  })
  parent.children = children as typeof parent.children
}

/** Elements of HTML that stand in a line of text stay in their paragraph. */
function isJsx(node: RootContent): boolean {
  return (
    node.type === 'mdxJsxTextElement' &&
    !/^(?:a|abbr|b|br|code|del|em|i|img|ins|kbd|mark|s|small|span|strong|sub|sup|u)$/.test(node.name ?? '')
  )
}

function isJsxOrSpace(node: RootContent): boolean {
  return isJsx(node) || (node.type === 'text' && node.value.trim() === '')
}
