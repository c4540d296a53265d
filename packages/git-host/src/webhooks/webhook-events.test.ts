import { expect, test } from 'vitest'
import { z } from 'zod'
import { githubShapedEvents } from '../github-shaped.ts'
import { pushTo } from './webhook-events.ts'

const DOCS = 'https://git.example.com/acme/docs'
const COMMIT = 'c0ffee00'.repeat(5)

test('a push to a branch is one, whatever its name', () => {
  const push = { kind: 'push', repository: DOCS, commit: COMMIT }
  expect(pushTo(DOCS, 'refs/heads/main', COMMIT)).toEqual({ ...push, branch: 'main' })
  expect(pushTo(DOCS, 'refs/heads/refs/tags/v1', COMMIT)).toEqual({ ...push, branch: 'refs/tags/v1' })
})

test.each(['refs/tags/v1', 'refs/tags/main', 'refs/notes/commits', 'refs/pull/1/head', 'main', ''])(
  'a push to %j is none to a branch',
  (ref) => {
    expect(pushTo(DOCS, ref, COMMIT)).toBeUndefined()
    const { push } = githubShapedEvents(z.any())
    expect(push.parse({ ref, after: COMMIT, repository: { html_url: DOCS } })).toBeUndefined()
  },
)

test('a branch that was deleted is no push', () => {
  expect(pushTo(DOCS, 'refs/heads/main', '0'.repeat(40))).toBeUndefined()
  expect(pushTo(DOCS, 'refs/heads/main', '0'.repeat(64))).toBeUndefined()
})
