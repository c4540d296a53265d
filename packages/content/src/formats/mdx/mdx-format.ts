import { markdownFormat } from '../markdown/markdown-format.ts'
import type { SourceFormat } from '../page/source-format.ts'
import { compileProblem } from './compile-problem.ts'

/** https://mdxjs.com/docs/what-is-mdx: Markdown with JSX, imports and expressions. */
export const mdx: SourceFormat = markdownFormat('mdx', compileProblem)
