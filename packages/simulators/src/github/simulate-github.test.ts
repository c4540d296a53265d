import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { simulateGithub } from './simulate-github.ts'
import type { SimulatedGithub } from './simulated-github.ts'

let github: SimulatedGithub
let token: string

beforeEach(async () => {
  github = await simulateGithub({
    repositories: [
      {
        path: 'acme/docs',
        files: { 'README.md': '# Docs\n', 'guide.md': 'one\n' },
        protectedBranches: ['main'],
        collaborators: { writer: 'write', reader: 'read' },
      },
      { path: 'acme/secret', private: true },
    ],
  })
  token = github.createToken({ repositories: ['acme/docs'] })
})

afterEach(async () => {
  await github.close()
})

async function rest(
  method: string,
  path: string,
  body?: unknown,
  more: { token?: string; accept?: string } = {},
) {
  const response = await fetch(`${github.apiUrl}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${more.token ?? token}`,
      ...(more.accept ? { accept: more.accept } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const json = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined
  return { status: response.status, headers: response.headers, text, json }
}

const open = (head: string, more: Record<string, unknown> = {}) =>
  rest('POST', '/repos/acme/docs/pulls', { title: 'Better guide', head, base: 'main', ...more })

describe('pull requests', () => {
  it('are opened once for a branch, listed in any state, and refused without commits', async () => {
    await github.git('acme/docs').commit('docs/better', { 'guide.md': 'two\n' }, { from: 'main' })
    const opened = await open('docs/better', { draft: true, body: 'why' })
    expect([opened.status, opened.json.draft, opened.json.number]).toEqual([201, true, 1])
    const again = await open('docs/better')
    expect(again.status).toBe(422)
    expect(again.json.errors[0].message).toBe('A pull request already exists for acme:docs/better.')
    await github.git('acme/docs').git('update-ref', 'refs/heads/same', 'refs/heads/main')
    expect((await open('same')).json.errors[0].message).toBe('No commits between main and same')
    expect((await open('absent')).json.errors[0]).toMatchObject({ field: 'head', code: 'invalid' })

    await rest('PATCH', '/repos/acme/docs/pulls/1', { title: 'Other', state: 'closed' })
    const all = await rest('GET', '/repos/acme/docs/pulls?state=all&head=acme:docs/better')
    expect(all.json).toMatchObject([{ number: 1, state: 'closed', title: 'Other' }])
    expect((await rest('GET', '/repos/acme/docs/pulls')).json).toEqual([])
    github.assertNoViolations()
  })

  it('show diff and files, follow their branch, and close when it is gone', async () => {
    const first = await github.git('acme/docs').commit('better', { 'guide.md': 'two\n' }, { from: 'main' })
    expect((await open('better')).json.head.sha).toBe(first)
    const second = await github.git('acme/docs').commit('better', { 'new.md': 'new\n' })
    expect((await rest('GET', '/repos/acme/docs/pulls/1')).json.head.sha).toBe(second)
    const diff = await rest('GET', '/repos/acme/docs/pulls/1', undefined, {
      accept: 'application/vnd.github.diff',
    })
    expect(diff.text).toContain('-one\n+two\n')
    const files = await rest('GET', '/repos/acme/docs/pulls/1/files?per_page=1')
    expect(files.json).toMatchObject([
      { filename: 'guide.md', status: 'modified', additions: 1, deletions: 1 },
    ])
    expect(files.headers.get('link')).toContain('rel="next"')
    await github.git('acme/docs').deleteBranch('better')
    expect((await rest('GET', '/repos/acme/docs/pulls/1')).json.state).toBe('closed')
    expect((await rest('PATCH', '/repos/acme/docs/pulls/1', { state: 'open' })).status).toBe(422)
    github.assertNoViolations()
  })

  it('take labels, reviewers and comments, and are merged by a person', async () => {
    await github.git('acme/docs').commit('better', { 'guide.md': 'two\n' }, { from: 'main' })
    await open('better')
    expect((await rest('POST', '/repos/acme/docs/issues/1/labels', { labels: ['docs'] })).json[0].name).toBe(
      'docs',
    )
    const reviewers = (logins: string[]) =>
      rest('POST', '/repos/acme/docs/pulls/1/requested_reviewers', { reviewers: logins })
    expect((await reviewers(['writer'])).json).toMatchObject({ requested_reviewers: [{ login: 'writer' }] })
    expect((await reviewers(['stranger'])).text).toContain('Reviews may only be requested from collaborators')
    await rest('POST', '/repos/acme/docs/issues/1/comments', { body: 'hello' })
    const line = await github.addComment('acme/docs', 1, {
      login: 'writer',
      body: 'why?',
      path: 'guide.md',
      line: 1,
    })
    const reply = await rest('POST', `/repos/acme/docs/pulls/1/comments/${line.id}/replies`, {
      body: 'because',
    })
    expect(reply.json.in_reply_to_id).toBe(line.id)
    expect((await rest('GET', '/repos/acme/docs/issues/1/comments')).json).toHaveLength(1)
    expect((await rest('GET', '/repos/acme/docs/pulls/1/comments')).json).toHaveLength(2)
    await github.mergePull('acme/docs', 1)
    expect((await rest('GET', '/repos/acme/docs/pulls/1')).json).toMatchObject({
      merged: true,
      state: 'closed',
    })
    expect(await github.git('acme/docs').readFile('main', 'guide.md')).toBe('two\n')
    github.assertNoViolations()
  })

  it('become ready and draft again through GraphQL', async () => {
    await github.git('acme/docs').commit('better', { 'guide.md': 'two\n' }, { from: 'main' })
    const id = (await open('better', { draft: true })).json.node_id
    const query =
      'mutation($pullRequestId: ID!) { markPullRequestReadyForReview(input: {}) { clientMutationId } }'
    await fetch(`${github.origin}/api/graphql`, {
      method: 'POST',
      headers: { authorization: `bearer ${token}` },
      body: JSON.stringify({ query, variables: { pullRequestId: id } }),
    })
    expect((await github.pull('acme/docs', 1)).draft).toBe(false)
  })

  it('refuse drafts on a plan without them', async () => {
    await github.addRepository({ path: 'acme/plain', draftPullRequests: false })
    await github.git('acme/plain').commit('better', { 'a.md': 'a' }, { from: 'main' })
    const all = github.createToken({})
    const body = { title: 'A', head: 'better', base: 'main', draft: true }
    const refused = await rest('POST', '/repos/acme/plain/pulls', body, { token: all })
    expect(refused.json.message).toBe('Draft pull requests are not supported in this repository.')
  })
})

describe('repositories and people', () => {
  it('answers repository, branches, refs, users and roles', async () => {
    const repository = await rest('GET', '/repos/acme/docs')
    expect(repository.json).toMatchObject({ full_name: 'acme/docs', default_branch: 'main' })
    expect((await rest('GET', '/repos/acme/docs/branches')).json).toMatchObject([
      { name: 'main', protected: true },
    ])
    const branch = await rest('GET', '/repos/acme/docs/branches/main')
    const ref = await rest('GET', '/repos/acme/docs/git/ref/heads/main')
    expect(ref.json.object.sha).toBe(branch.json.commit.sha)
    expect((await rest('GET', '/repos/acme/docs/collaborators/writer/permission')).json.permission).toBe(
      'write',
    )
    expect((await rest('GET', '/user')).json.login).toBe('docent-bot')
    expect((await rest('GET', '/users/writer')).json.login).toBe('writer')
    expect((await rest('GET', '/rate_limit')).json.rate.limit).toBe(5000)
    github.assertNoViolations()
  })

  it('hides a private repository, and refuses what the token may not do', async () => {
    expect((await rest('GET', '/repos/acme/secret')).status).toBe(404)
    expect((await rest('GET', '/repos/acme/docs', undefined, { token: 'nobody' })).json.message).toBe(
      'Bad credentials',
    )
    const reading = github.createToken({ permissions: { contents: 'read', pull_requests: 'read' } })
    const refused = await rest(
      'POST',
      '/repos/acme/docs/pulls',
      { title: 'a', head: 'b', base: 'main' },
      { token: reading },
    )
    expect([refused.status, refused.json.message]).toEqual([
      403,
      'Resource not accessible by personal access token',
    ])
  })

  it('redirects a renamed repository and forgets a deleted one', async () => {
    github.renameRepository('acme/docs', 'handbook')
    const moved = await rest('GET', '/repos/acme/docs/pulls?state=all')
    expect(moved.status).toBe(301)
    const followed = await fetch(moved.headers.get('location') ?? '', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([followed.status, await followed.json()]).toEqual([200, []])
    expect((await rest('POST', '/repos/acme/docs/pulls', { title: 'a', head: 'b', base: 'c' })).status).toBe(
      307,
    )
    await github.deleteRepository('acme/handbook')
    expect((await rest('GET', '/repos/acme/handbook')).status).toBe(404)
    github.assertNoViolations()
  })
})

describe('what goes wrong', () => {
  it('records a request that the description refuses as a violation', async () => {
    const reply = await rest('POST', '/repos/acme/docs/pulls', {
      title: 5,
      head: 'b',
      base: 'main',
      colour: 'red',
    })
    expect(reply.status).toBe(500)
    expect(() => github.assertNoViolations()).toThrow(/body colour: unknown/)
    expect(github.violations.join()).toContain('/title: must be string')
    expect((await rest('GET', '/repos/acme/docs/pulls?state=merged')).status).toBe(500)
    expect((await rest('GET', '/repos/acme/docs/zen')).status).toBe(500)
  })

  it('loses the reply of a request that took effect', async () => {
    await github.git('acme/docs').commit('better', { 'guide.md': 'two\n' }, { from: 'main' })
    github.fail('pulls/create', { status: 502, afterEffect: true })
    expect((await open('better')).status).toBe(502)
    expect((await open('better')).status).toBe(422)
    github.fail('pulls/list', { disconnect: true })
    await expect(rest('GET', '/repos/acme/docs/pulls')).rejects.toThrow()
    expect((await rest('GET', '/repos/acme/docs/pulls')).json).toHaveLength(1)
  })

  it('carries a doubled request out twice', async () => {
    await github.git('acme/docs').commit('better', { 'guide.md': 'two\n' }, { from: 'main' })
    github.fail('pulls/create', { duplicate: true })
    expect((await open('better')).status).toBe(422)
    expect(github.repository('acme/docs').pulls).toHaveLength(1)
  })

  it('limits requests primarily and secondarily', async () => {
    github.exhaustRateLimit(30)
    const limited = await rest('GET', '/repos/acme/docs')
    expect([limited.status, limited.headers.get('x-ratelimit-remaining')]).toEqual([403, '0'])
    github.restoreRateLimit()
    github.limitSecondarily(7)
    expect((await rest('GET', '/repos/acme/docs')).headers.get('retry-after')).toBe('7')
    expect((await rest('GET', '/repos/acme/docs')).status).toBe(200)
  })
})

it('sends webhooks that fit their schemas, signed over the raw body', async () => {
  const received: { headers: Record<string, unknown>; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push({ headers: request.headers, body })
    response.end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/github`
  const after = await github.git('acme/docs').commit('better', { 'guide.md': 'two\n' }, { from: 'main' })
  await open('better')
  const repository = github.repository('acme/docs')
  const pull = await github.pull('acme/docs', 1)
  const comment = await github.addComment('acme/docs', 1, { login: 'writer', body: '@docent please' })
  const push = github.payloads.push(repository, { branch: 'better', before: '0'.repeat(40), after, at: 0 })
  await github.sendWebhook(url, 'push', push, 'secret')
  await github.sendWebhook(url, 'ping', github.payloads.ping(repository), 'secret')
  await github.sendWebhook(
    url,
    'pull_request',
    github.payloads.pullRequest(repository, pull, 'closed'),
    'secret',
  )
  await github.sendWebhook(
    url,
    'pull_request',
    github.payloads.pullRequest(repository, pull, 'opened'),
    'secret',
  )
  await github.sendWebhook(
    url,
    'issue_comment',
    github.payloads.issueComment(repository, pull, comment),
    'secret',
  )
  await github.sendWebhook(
    url,
    'pull_request_review_comment',
    github.payloads.reviewComment(repository, pull, { ...comment, path: 'guide.md', line: 1 }),
    'secret',
  )
  await new Promise((resolve) => server.close(resolve))
  expect(received).toHaveLength(6)
  expect(received[0]?.headers['x-hub-signature-256']).toMatch(/^sha256=[0-9a-f]{64}$/)
  expect(received[0]?.headers['x-github-event']).toBe('push')
  github.assertNoViolations()
})
