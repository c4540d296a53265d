import { json } from '@docent/core/plugin'
import { definePublicOperation, type PublicCall, siteOriginOf } from '@docent/http'
import { z } from 'zod'
import type { OfSite } from '../of-site.ts'
import type { Skill } from './documentation-skill.ts'
import { siteSkills, skillAddress, skillIndex } from './site-skills.ts'

/** Sites whose skills one list has: as many as the server keeps the outlines of. */
const MOST_SITES = 50

export const listSkills = definePublicOperation({
  id: 'listSkills',
  summary: 'The agent skills of public sites',
  description:
    'An index of agent skills (discovery 0.2.0): for each public site, how agents read it, and the SKILL.md files among its pages. Of two skills with one name, the first counts. The index of one site is at `/site/{domain}/.well-known/agent-skills/index.json`.',
  tag: 'Server',
  reply: {
    status: 200,
    description: 'The index.',
    content: {
      'application/json': z.looseObject({ $schema: z.string(), skills: z.array(z.looseObject({})) }),
    },
  },
  async handle(call: PublicCall & OfSite) {
    const { services, signal } = call
    const projects = (await services.findProject.all({ signal })).filter(({ site }) => site === 'public')
    const pages = await services.site.open()
    const found = new Map<string, { skill: Skill; address: string }>()
    for (const project of projects.slice(0, MOST_SITES)) {
      const contents = await pages.contents(project, { signal })
      if (contents === undefined) continue
      const base = siteOriginOf(services) + contents.base
      for (const skill of await siteSkills(call, contents))
        if (!found.has(skill.name)) found.set(skill.name, { skill, address: skillAddress(base, skill) })
    }
    const skills = [...found.values()].map(({ skill }) => skill)
    const index = skillIndex(skills, ({ name }) => found.get(name)?.address ?? '')
    return json(index, 200, {
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'public, max-age=3600',
    })
  },
})
