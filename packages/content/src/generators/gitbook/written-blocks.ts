import { objectOf, textUnder } from '../../basics/records.ts'
import { readFrontmatter } from '../../formats/page/frontmatter.ts'
import { said } from '../../formats/page/said.ts'
import type { LayoutSource } from '../../layout/site-layout.ts'
import { yamlRecord } from '../../located/read-yaml.ts'
import { folderOf, joinPath } from '../../paths/folder.ts'
import { normalizeSegments } from '../../paths/page-path.ts'
import { splitTarget } from '../../paths/resolve-link.ts'

/** Values that all pages of a space may show: https://gitbook.com/docs/creating-content/variables-and-expressions. */
export const VARIABLES = /(?:^|\/)\.gitbook\/vars\.ya?ml$/

const EXPRESSION = /<code class="expression">([^<>]{1,500})<\/code>/g
/** A link that shows the title of its page, and the fallback of a reference or an operation. */
const MENTION = /\[[^[\]\n]{1,300}\]\(([^()\s]{1,500})[ \t]{1,9}"mention"\)/g
const REFERENCE =
  /(\{%[ \t]{0,9}content-ref[ \t][^{}%]{0,1000}%\}\s{0,9})\[[^[\]\n]{1,300}\]\(([^()\s]{1,500})\)/g
const OPERATION =
  /(\{%[ \t]{0,9}(?:openapi|swagger|openapi-operation)[ \t][^{}%]{0,1000}%\}\s{0,9})\[[^[\]\n]{1,300}\]\([^()\s]{1,500}\)/g

interface Space {
  /** Titles of the pages by their files. */
  titles: ReadonlyMap<string, string>
  variables: Readonly<Record<string, unknown>>
}

export function siteVariables({ texts }: LayoutSource, root: string): Record<string, unknown> {
  const files = ['yaml', 'yml'].map((extension) => joinPath(root, `.gitbook/vars.${extension}`))
  const found = files.map((file) => texts.get(file)).find((text) => text !== undefined)
  return yamlRecord(found)
}

/** A page with values in the place of expressions, and with the titles of pages where GitBook shows them. */
export function writtenBlocks(path: string, text: string, { titles, variables }: Space): string {
  let vars: Record<string, unknown> | undefined
  const titleOf = (target: string, usual: string) =>
    titles.get(normalizeSegments(joinPath(folderOf(path), splitTarget(target).path))) ?? usual
  const link = (target: string) => `[${titleOf(target, target)}](${target})`
  return (
    text
      .replace(EXPRESSION, (_, expression: string) => {
        vars ??= objectOf(readFrontmatter(text).data.vars)
        const values = { space: { vars: variables }, page: { vars } }
        return textUnder(values, expression.trim(), said) ?? ''
      })
      .replace(MENTION, (_, target: string) => link(target))
      .replace(REFERENCE, (_, tag: string, target: string) => tag + link(target))
      .replace(OPERATION, (_, tag: string) => tag)
      // What its editor writes for an empty line.
      .replaceAll('&#xNAN;', '')
  )
}
