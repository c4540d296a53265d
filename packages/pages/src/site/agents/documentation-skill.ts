import { MARKDOWN_EXTENSION } from '@docent/content'
import { oneLine } from '@docent/core'
import type { Project } from '@docent/core/plugin'
import { markdownPath } from '../site-path.ts'
import { isAskedWithoutKey } from './asked-without-key.ts'

/** What an agent can load to work with something. */
export interface Skill {
  /** As the specification has names: lower case letters, digits, and single hyphens. */
  name: string
  description: string
  /** The whole SKILL.md. */
  text: string | Uint8Array
}

/** Most characters of a description. */
const MOST_CHARACTERS = 1_024

/**
 * How an agent finds something in the documentation of a project.
 *
 * @param base absolute address of the site
 * @param mcp absolute address of the tools; absent where the server has none
 */
export function documentationSkill(project: Project, base: string, mcp: string | undefined): Skill {
  const about = oneLine(project.name).slice(0, 200)
  const name = skillName(`${project.domain}-docs`) ?? 'docs'
  const description =
    `Finds facts in the documentation of ${about}. Use it before you answer a question about ${about}, or write code or configuration for it.`.slice(
      0,
      MOST_CHARACTERS,
    )
  const ways = [
    `Read ${base}/llms.txt, the list of all pages with their descriptions, and open the pages that fit.`,
    `Read pages as Markdown: add \`${MARKDOWN_EXTENSION}\` to the address of a page.`,
    ...(isAskedWithoutKey(project)
      ? [
          `Ask a question: open ${markdownPath(base, '/')}?ask= with the question behind it, encoded for an address. The reply has an answer, its sources, and excerpts.`,
        ]
      : []),
    ...(mcp === undefined
      ? []
      : [
          `If you can connect to MCP servers, use ${mcp}. Its tools search the documentation, read pages and sections, and take reports about pages that are wrong.`,
        ]),
  ]
  const text = [
    `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---`,
    `# Documentation of ${about}`,
    ways.map((way) => `- ${way}`).join('\n'),
    'Cite the address of each page that you use. If the documentation does not say something, say so.',
  ]
    .join('\n\n')
    .concat('\n')
  return { name, description, text }
}

/** A name as the specification has it; undefined for one without a letter or digit. */
export function skillName(text: string): string | undefined {
  const name = (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-').slice(0, 64).replace(/-$/, '')
  return name === '' ? undefined : name
}
