import { projectId } from '@docent/core/plugin'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './start-test-server.ts'

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ project: { siteUrl: 'https://docs.acme.com/base' } })
})
afterAll(() => server[Symbol.asyncDispose]())

const view = (path: string, userAgent = BROWSER) =>
  server.call('POST', '/discovery/v1/view/docs', { body: { path }, headers: { 'user-agent': userAgent } })
const say = (body: object) => server.call('POST', '/discovery/v1/feedback/docs', { body })

test('counts views by page, whatever spelling names it, and programs apart', async () => {
  const { readings } = server.running.services
  for (const path of [
    '/quickstart',
    'quickstart/',
    'quickstart.mdx',
    'https://docs.acme.com/base/quickstart?from=mail#install',
  ])
    expect(await view(path)).toMatchObject({ status: 204, text: '' })
  await view('index')
  await view('/', 'ClaudeBot/1.0')
  const all = { limit: 10, offset: 0 }
  expect(await readings.views(projectId('docs'), all)).toEqual({
    totals: { human: 5, ai: 1, total: 6 },
    pages: [
      { path: '/quickstart', human: 4, ai: 0, total: 4 },
      { path: '/', human: 1, ai: 1, total: 2 },
    ],
  })
  expect((await readings.visitors(projectId('docs'), all)).totals).toEqual({ human: 1, ai: 1, total: 2 })
})

test('keeps feedback on a page, with the source that its fields say', async () => {
  const { readings } = server.running.services
  const code = { path: '/quickstart', code: 'a = 1', filename: 'a.py', lang: 'py' }
  const comment = {
    path: '/quickstart',
    helpful: false,
    comment: ' Too long. ',
    contact: 'ann@example.com',
    fp: 'ann',
  }
  for (const body of [{ path: 'quickstart', helpful: true, comment: null }, comment, code]) {
    const kept = await say(body)
    expect([kept.status, Object.keys(kept.body)]).toEqual([201, ['id']])
  }
  const { entries } = await readings.feedback(projectId('docs'), { limit: 9 })
  expect(entries.map(({ source, helpful, comment }) => [source, helpful, comment])).toEqual([
    ['code_snippet', null, null],
    ['contextual', false, 'Too long.'],
    ['thumbs_only', true, null],
  ])
  expect(entries.map(({ path, status }) => [path, status])).toEqual(Array(3).fill(['/quickstart', 'pending']))
})

test('deletes the feedback of a visitor with their conversations', async () => {
  await say({ path: '/', helpful: true, fp: 'bob' })
  await say({ path: '/', helpful: false, fp: 'eve' })
  expect((await server.call('DELETE', '/v1/analytics/docs/fp/bob')).status).toBe(200)
  const kept = await server.running.services.readings.feedback(projectId('docs'), { limit: 99 })
  expect(kept.entries.map(({ fp }) => fp)).toContain('eve')
  expect(kept.entries.map(({ fp }) => fp)).not.toContain('bob')
})

test('refuses feedback that says nothing, and keys that are not for readers', async () => {
  expect(await say({ path: '/' })).toMatchObject({ status: 400, body: { issues: [{ path: 'helpful' }] } })
  expect(await say({ helpful: true })).toMatchObject({ status: 400, body: { issues: [{ path: 'path' }] } })
  const body = { path: '/' }
  const asAdmin = { body, key: server.adminKey }
  expect((await server.call('POST', '/discovery/v1/view/docs', asAdmin)).status).toBe(403)
  expect((await server.call('POST', '/discovery/v1/view/docs', { body, key: null })).status).toBe(401)
  expect((await server.call('POST', '/discovery/v1/view/other', { body })).status).toBe(404)
})

test('keeps no address, key or user agent of a reader', async () => {
  await view('/')
  const { DatabaseSync } = await import('node:sqlite')
  using database = new DatabaseSync(`${server.directory}/data/docent.db`, { readOnly: true })
  const rows = ['page_views', 'page_visitors', 'page_feedback'].flatMap((table) =>
    database.prepare(`SELECT * FROM ${table}`).all(),
  )
  expect(rows.length).toBeGreaterThan(3)
  const kept = JSON.stringify(rows)
  for (const secret of ['127.0.0.1', '::1', 'Chrome', 'svc_']) expect(kept).not.toContain(secret)
})
