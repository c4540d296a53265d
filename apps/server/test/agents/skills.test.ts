import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GitDocsSource } from '@docent/source-git'
import { expect, it } from 'vitest'
import { startTestServer } from '../start-test-server.ts'

const SKILL = '---\nname: trim-wicks\ndescription: Trims a wick.\n---\n\n# Trim\n\nCut it.\n'
const DOCS = {
  'index.md': '# Lantern\n\nText.\n',
  'skills/trim-wicks/SKILL.md': SKILL,
  'skills/Bad_Name/SKILL.md': '---\nname: Bad_Name\ndescription: Its name is none.\n---\n\nText.\n',
  'skills/other/SKILL.md': '# Without a name\n\nText.\n',
}

it('skills of public sites are listed with their digests, and those alone', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'docent-skills-'))
  const source = new GitDocsSource({ cacheDir: join(directory, 'cache') })
  await using server = await startTestServer({ source, docs: DOCS, site: 'public' })
  await using closed = await startTestServer({ source, docs: DOCS, site: 'members' })
  await Promise.all([server, closed].map(({ running }) => running.indexing.settled()))
  const path = '/.well-known/agent-skills/index.json'
  for (const address of [`${server.url}${path}`, `${server.url}/site/docs${path}`]) {
    const reply = await fetch(address)
    const { $schema, skills } = (await reply.json()) as {
      $schema: string
      skills: { name: string; type: string; description: string; url: string; digest: string }[]
    }
    expect($schema).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json')
    expect(skills.map(({ name, type }) => [name, type])).toEqual([
      ['docs-docs', 'skill-md'],
      ['trim-wicks', 'skill-md'],
    ])
    for (const { name, description, url, digest } of skills) {
      const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer())
      expect(digest).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`)
      const text = new TextDecoder().decode(bytes)
      expect(text).toContain(`name: ${name}\n`)
      expect(text).toContain(description)
      if (name === 'trim-wicks') expect(text).toBe(SKILL)
    }
  }
  expect(await (await fetch(`${closed.url}${path}`)).json()).toMatchObject({ skills: [] })
  expect((await fetch(`${closed.url}/site/docs${path}`)).status).toBe(404)
  expect((await fetch(`${server.url}/site/docs/.well-known/agent-skills/nothing/SKILL.md`)).status).toBe(404)
  await source.close()
  await rm(directory, { recursive: true, force: true })
})
