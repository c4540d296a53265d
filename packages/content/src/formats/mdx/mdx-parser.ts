import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMdx from 'remark-mdx'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

/** Parses a page in full, with MDX, GFM and frontmatter; throws what remark and acorn throw. */
export interface MdxParser {
  parse(source: string): unknown
}

/** The reference parser. Making one takes longer than parsing a small page: keep it. */
export function createMdxParser(): MdxParser {
  const made = unified()
    .use(remarkParse)
    .use(remarkFrontmatter, ['yaml', 'toml'])
    .use(remarkGfm)
    .use(remarkMdx)
  // Underlined headings take quadratic time and decide nothing about MDX.
  const extensions = made.data('micromarkExtensions') ?? []
  made.data('micromarkExtensions', [...extensions, { disable: { null: ['setextUnderline'] } }])
  return made.freeze()
}
