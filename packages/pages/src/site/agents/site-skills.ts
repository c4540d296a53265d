import { createHash } from 'node:crypto'
import { frontmatterOf } from '@docent/content'
import type { CallOptions } from '@docent/core/plugin'
import { type PublicCall, siteOriginOf } from '@docent/http'
import { hasMcp, mcpServer } from '../mcp-server.ts'
import type { SiteContents } from '../site-contents.ts'
import { SKILL_FILE, SKILLS } from '../site-path.ts'
import { documentationSkill, type Skill, skillName } from './documentation-skill.ts'

/** Of one site, and bytes of each. */
const MOST_SKILLS = 100
const MOST_BYTES = 200_000

/** What agents can load of a site: how to read it, and the files `SKILL.md` among its pages. */
export async function siteSkills(call: PublicCall, contents: SiteContents): Promise<Skill[]> {
  const { project, base } = contents
  const mcp = hasMcp(call) ? mcpServer(call, project).url : undefined
  const skills = new Map<string, Skill>()
  const add = (skill: Skill | undefined) => {
    if (skill !== undefined && !skills.has(skill.name)) skills.set(skill.name, skill)
  }
  add(documentationSkill(project, siteOriginOf(call.services) + base, mcp))
  const pages = contents.outline.pages.filter(({ path }) => /\/skill$/i.test(path)).slice(0, MOST_SKILLS)
  for (const { path } of pages) add(await writtenSkill(contents, path, { signal: call.signal }))
  return [...skills.values()]
}

async function writtenSkill(
  contents: SiteContents,
  path: string,
  options: CallOptions,
): Promise<Skill | undefined> {
  const page = await contents.page(path, options)
  if (page === undefined || !page.file.endsWith(`/${SKILL_FILE}`)) return undefined
  const text = await contents.file(page.file, MOST_BYTES, options)
  if (text === undefined) return undefined
  const { name, description } = frontmatterOf(page.file, new TextDecoder().decode(text))
  // Another name than the specification has would be another skill.
  if (typeof name !== 'string' || skillName(name) !== name) return undefined
  if (typeof description !== 'string' || description.trim() === '') return undefined
  return { name, description, text }
}

/** @see https://github.com/cloudflare/agent-skills-discovery-rfc */
export function skillIndex(
  skills: readonly Skill[],
  addressOf: (skill: Skill) => string,
): Record<string, unknown> {
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: skills.map((skill) => ({
      name: skill.name,
      type: 'skill-md',
      description: skill.description,
      url: addressOf(skill),
      digest: `sha256:${createHash('sha256').update(skill.text).digest('hex')}`,
    })),
  }
}

/** @param base absolute address of the site */
export function skillAddress(base: string, { name }: Skill): string {
  return `${base}/${SKILLS}/${name}/${SKILL_FILE}`
}
