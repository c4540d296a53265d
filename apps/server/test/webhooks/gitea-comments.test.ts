import { gitea as giteaPlugin } from '@docent/git-gitea'
import { type SimulatedGitea, signGiteaWebhook, simulateGitea } from '@docent/simulators'
import { afterEach, describe, expect, test } from 'vitest'
import { type CommentScene, type CommentSceneOptions, commentScene, WEBHOOK_SECRET } from './comment-scene.ts'

const PATH = 'acme/docs'
const LINE = { path: 'docs/page-1.md', line: 1, body: 'Please say more.' }
const MENTION = { login: 'writer', body: '@docent Please say more.' }

let gitea: SimulatedGitea
let scene: CommentScene
afterEach(async () => {
  await scene[Symbol.asyncDispose]()
})

async function start(options: CommentSceneOptions & { botRole?: 'admin' | 'writer' } = {}): Promise<void> {
  gitea = await simulateGitea({
    repositories: [
      {
        path: PATH,
        files: { 'docs/index.md': '# Home\n' },
        // Only administrators may ask what others may do.
        members: { writer: 'writer', stranger: 'reader', 'docent-bot': options.botRole ?? 'admin' },
      },
    ],
  })
  const plugin = giteaPlugin({
    token: gitea.createToken(),
    baseUrl: gitea.origin,
    webhookSecret: WEBHOOK_SECRET,
    retryDelayMs: 1,
    retries: 0,
  })
  const host = { name: 'gitea', plugin, repository: gitea.url(PATH), close: () => gitea.close() }
  scene = await commentScene(host, options)
}

const pull = () => gitea.pull(PATH, 1)
const answers = async () => (await pull()).comments.filter(({ account }) => account.login === 'docent-bot')

/** Somebody comments in the conversation: the delivery that the host makes of it. */
async function comment(said: { login: string; body: string }, more: Record<string, unknown> = {}) {
  const made = await gitea.addComment(PATH, 1, said)
  const payload = gitea.payloads.comment(gitea.repository(PATH), await pull(), made, more)
  return { made, delivery: gitea.webhook('issue_comment', payload, WEBHOOK_SECRET) }
}

/** Somebody reviews: the delivery has the text alone. */
async function review(said: {
  login: string
  content: string
  comments?: { path: string; line: number; body: string }[]
}) {
  await gitea.addReview(PATH, 1, said)
  const payload = gitea.payloads.review(gitea.repository(PATH), await pull(), said)
  return gitea.webhook('pull_request_rejected', payload, WEBHOOK_SECRET)
}

describe("a reviewer's comment on Gitea or Forgejo", () => {
  test('in the conversation leads to a second commit and to an answer', async () => {
    await start()
    const job = await scene.job()
    const { delivery } = await comment(MENTION)
    expect(await scene.post(delivery)).toEqual({ status: 202, body: { status: 'accepted' } })
    const done = await scene.ended(job, 2)
    await scene.idle()
    expect(done).toMatchObject({ status: 'completed', pullRequest: { number: 1, branch: job.source.ref } })
    const git = gitea.git(PATH)
    expect(await git.commitsBetween('main', job.source.ref)).toBe(2)
    expect(await git.readFile(job.source.ref, 'docs/page-2.md')).toBe('# Page 2\n')
    const [answer, ...more] = await answers()
    expect(more).toEqual([])
    expect(answer).toMatchObject({ account: { login: 'docent-bot' } })
    expect(answer?.body).toContain('Wrote page 2')
    gitea.assertNoViolations()
  })

  test('on lines of a review reaches the agent with its place, without a mention', async () => {
    await start()
    const job = await scene.job()
    await scene.post(await review({ login: 'writer', content: '', comments: [LINE] }))
    await scene.ended(job, 2)
    const many = [LINE, { ...LINE, line: 2, body: 'And this?' }]
    await scene.post(await review({ login: 'writer', content: 'Two things.', comments: many }))
    await scene.ended(job, 3)
    await scene.idle()
    const asked = JSON.stringify(scene.model.calls.at(-1)?.prompt)
    expect(asked).toContain('Follow the comment of writer on docs/page-1.md line 1')
    expect(asked).toContain('> Two things.')
    expect(asked).toContain('> On docs/page-1.md line 2:')
    expect(await answers()).toHaveLength(2)
    gitea.assertNoViolations()
  })

  test('signed by Forgejo is followed as well', async () => {
    await start()
    const job = await scene.job()
    const { made } = await comment(MENTION)
    const payload = gitea.payloads.comment(gitea.repository(PATH), await pull(), made)
    const delivery = signGiteaWebhook('issue_comment', payload, WEBHOOK_SECRET, { host: 'forgejo' })
    expect((await scene.post(delivery)).status).toBe(202)
    await scene.ended(job, 2)
    await scene.idle()
    expect(await answers()).toHaveLength(1)
  })

  test.each([
    ['of somebody who may only read', { ...MENTION, login: 'stranger' }, {}],
    ['of somebody unknown', { ...MENTION, login: 'nobody' }, {}],
    ['that names nobody', { login: 'writer', body: 'Nice.' }, {}],
    ['of Docent itself', { ...MENTION, body: '<!-- docent-answer: ans_1 -->\n@docent Done.' }, {}],
    ['that was edited', MENTION, { action: 'edited' }],
    ['that was deleted', MENTION, { action: 'deleted' }],
    ['on an issue', MENTION, { is_pull: false }],
  ])('%s does nothing', async (_whose, said, more) => {
    await start()
    const job = await scene.job()
    expect((await scene.post((await comment(said, more)).delivery)).status).toBe(202)
    await scene.idle()
    expect(await scene.runs(job)).toBe(1)
    expect(await answers()).toEqual([])
  })

  test('in a review of somebody who may only read does nothing', async () => {
    await start()
    const job = await scene.job()
    await scene.post(await review({ login: 'stranger', content: '@docent do it', comments: [LINE] }))
    await scene.idle()
    expect(await scene.runs(job)).toBe(1)
  })

  test('does nothing when the token may not ask for roles, and the log says what to do', async () => {
    await start({ botRole: 'writer' })
    const job = await scene.job()
    await scene.post((await comment(MENTION)).delivery)
    await scene.idle()
    expect(await scene.runs(job)).toBe(1)
    expect(scene.log.join('')).toContain('make its user an administrator of the repository')
  })

  test('does nothing where the project did not ask for comments', async () => {
    await start({ comments: { enabled: false } })
    const job = await scene.job()
    await scene.post((await comment(MENTION)).delivery)
    await scene.idle()
    expect(await scene.runs(job)).toBe(1)
  })

  test('does its work once, also when it is delivered again, under another id, and after a restart', async () => {
    await start()
    const job = await scene.job()
    const delivery = await review({ login: 'writer', content: 'More.', comments: [LINE] })
    expect((await scene.post(delivery)).body).toEqual({ status: 'accepted' })
    expect((await scene.post(delivery)).body).toEqual({ status: 'duplicate' })
    await scene.ended(job, 2)
    await scene.idle()
    const forged = { ...delivery, headers: { ...delivery.headers, 'x-gitea-delivery': 'another' } }
    expect((await scene.post(forged)).body).toEqual({ status: 'duplicate' })
    await scene.restart()
    // Signed anew, with another body: the review itself is remembered.
    const payload = { ...JSON.parse(Buffer.from(delivery.body).toString()), again: true }
    expect(
      (await scene.post(signGiteaWebhook('pull_request_rejected', payload, WEBHOOK_SECRET))).body,
    ).toEqual({
      status: 'accepted',
    })
    await scene.idle()
    expect(await scene.runs(job)).toBe(2)
    expect(await answers()).toHaveLength(1)
  })

  test('is answered once although the reply to the answer was lost', async () => {
    await start()
    const job = await scene.job()
    gitea.fail('comments/create', { status: 502, afterEffect: true })
    await scene.post((await comment(MENTION)).delivery)
    await scene.ended(job, 2)
    await scene.idle()
    expect(await answers()).toHaveLength(1)
    expect(scene.log.join('')).toContain('a webhook failed')
  })

  test('is refused with 401 when its signature is forged, missing, or of another secret', async () => {
    await start()
    const job = await scene.job()
    const { delivery } = await comment(MENTION)
    const payload = JSON.parse(Buffer.from(delivery.body).toString())
    for (const forged of [
      signGiteaWebhook('issue_comment', payload),
      signGiteaWebhook('issue_comment', payload, 'guess'),
      { ...delivery, body: Buffer.concat([delivery.body, Buffer.from(' ')]) },
    ])
      expect(await scene.post(forged)).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    await scene.idle()
    expect(await scene.runs(job)).toBe(1)
  })
})
