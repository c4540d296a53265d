const WORD = '[\\w:.-]+'
const ATTRIBUTE = `[.#]${WORD}|${WORD}=(?:"[^"\\n]*"|'[^'\\n]*'|[^\\s{}"']+)`

/**
 * A list of attributes of Python-Markdown and Pandoc: `{ .class #id }`, `{: key="value" }`.
 * @see https://python-markdown.github.io/extensions/attr_list/
 */
export const ATTRIBUTE_LIST = `\\{:?[ \\t]*(?:${ATTRIBUTE}|data-[\\w-]+)(?:[ \\t]+(?:${ATTRIBUTE}|[\\w-]+)){0,20}[ \\t]*\\}`

const AT_END = new RegExp(`[ \\t]*${ATTRIBUTE_LIST}$`)
const ID = new RegExp(`(?<=[\\s{:])(?:#|id=["']?)(${WORD})["']?(?=[\\s}])`)
/** `{#id}`, as MDX has it too, where it may be escaped. */
const ID_ALONE = /[ \t]*\\?\{#([^\s{}\\]+)\\?\}$/
// The same in a comment of MDX, which Markdown files of such sites have as well: `{/* #id */}` of Docusaurus 3.10
// (https://docusaurus.io/docs/markdown-features/toc#heading-ids), where words may follow, and `{/*id*/}` of react.dev.
const ID_IN_COMMENT = /[ \t]*\{\/\*(?:[ \t]*#([^\s{}*]+)(?:[ \t][^*{}]*)?|([^\s{}*]+))\*\/\}$/
const LONGEST = 200

/** What a heading ends with: how many characters, and the id among them. */
export interface HeadingAttributes {
  length: number
  id: string | undefined
}

/** The attributes behind the text of a heading. Braces in MDX are expressions, but for an id alone, also in a comment. */
export function headingAttributes(text: string, mdx: boolean): HeadingAttributes {
  // Only its end is looked at: a heading of many spaces would take quadratic time.
  const end = text.slice(-LONGEST)
  const alone = ID_ALONE.exec(end)
  if (alone !== null) return { length: alone[0].length, id: alone[1] }
  const inComment = idInComment(text)
  if (inComment !== undefined) return inComment
  const [list] = (mdx ? null : AT_END.exec(end)) ?? []
  return { length: list?.length ?? 0, id: list === undefined ? undefined : ID.exec(list)?.[1] }
}

/** A line of a heading with its id as `{#id}`, where it has it in a comment. */
export function withPlainHeadingId(line: string): string {
  const text = line.trimEnd()
  const found = idInComment(text)
  return found === undefined ? line : `${text.slice(0, -found.length)} {#${found.id}}`
}

function idInComment(text: string): HeadingAttributes | undefined {
  const found = ID_IN_COMMENT.exec(text.slice(-LONGEST))
  return found === null ? undefined : { length: found[0].length, id: found[1] ?? found[2] }
}
