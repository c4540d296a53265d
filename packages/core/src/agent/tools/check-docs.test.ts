import { describe, expect, test } from 'vitest'
import { toolScene } from '../../../test/tool-scene.ts'
import { checkDocs } from './check-docs.ts'
import { editFile } from './edit-file.ts'

const OPENAPI = `openapi: 3.1.0
paths:
  /users:
    get:
      description: Lists users.
      responses:
        '200': { $ref: './parts.yaml#/components/responses/Users' }
        '404': { $ref: '#/components/responses/Gone' }
`
const PARTS = 'components:\n  responses:\n    Users: { description: Users }\n'
const files = { 'api/openapi.yaml': OPENAPI, 'api/parts.yaml': PARTS, 'docs.json': '{"navigation": []}' }

describe('check_docs', () => {
  test('holds OpenAPI descriptions to what the base revision had', async () => {
    const scene = toolScene(files)
    await scene.call(editFile, {
      path: 'api/openapi.yaml',
      old_text: 'Lists users.',
      new_text: 'Lists all users.',
    })
    expect(await scene.call(checkDocs, {})).toBe(
      'All checks pass. Checked: syntax and references of 1 OpenAPI description. No new problem was found.',
    )
    await scene.call(editFile, {
      path: 'api/openapi.yaml',
      old_text: 'responses/Users',
      new_text: 'responses/User',
    })
    expect(await scene.call(checkDocs, {})).toMatch(/^- api\/openapi\.yaml:7 \[openapi-reference\][^\n]*$/)
    await scene.call(editFile, {
      path: 'api/openapi.yaml',
      old_text: 'description: Lists',
      new_text: 'description: "Lists',
    })
    expect(await scene.call(checkDocs, {})).toContain('[openapi-invalid]')
  })

  test('refuses a site configuration beyond its limit, by name', async () => {
    const pages = Array.from({ length: 120_000 }, (_, at) => `"page-${at}"`).join(',')
    const scene = toolScene({ ...files, 'docs.json': `{"navigation": [${pages}]}` })
    expect(await scene.call(checkDocs, {})).toContain(
      'The site configuration docs.json is 1.5 MiB, and the agent reads at most 1 MiB.',
    )
  })

  test('looks at the descriptions that refer to a changed file', async () => {
    const scene = toolScene(files)
    await scene.call(editFile, { path: 'api/parts.yaml', old_text: 'Users:', new_text: 'Everybody:' })
    expect(await scene.call(checkDocs, {})).toMatch(/^- api\/openapi\.yaml:7 [^\n]*responses\/Users[^\n]*$/)
  })

  test('reads links with the path under which the site is served', async () => {
    const scene = toolScene(
      { 'a.mdx': '# A\n', 'b.mdx': '# B\n\n## C\n' },
      { siteUrl: 'https://example.com/docs' },
    )
    await scene.workspace.write('a.mdx', '[1](/docs/b#c) [2](/b) [3](/docs) [4](/docs/b#d)\n')
    expect((await scene.call(checkDocs, {})).split('\n')).toEqual([
      expect.stringContaining('"/docs" leads to /'),
      expect.stringContaining('"/docs/b#d" names #d'),
    ])
  })
})
