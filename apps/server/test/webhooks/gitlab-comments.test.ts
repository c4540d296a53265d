import { gitlab as gitlabPlugin } from '@docent/git-gitlab'
import { type SimulatedGitlab, simulateGitlab } from '@docent/simulators'
import { afterEach, describe, expect, test } from 'vitest'
import { type CommentScene, type CommentSceneOptions, commentScene } from './comment-scene.ts'

const PATH = 'acme/docs'
const SIGNING_TOKEN = `whsec_${Buffer.from('hush-hush-hush').toString('base64')}`
const REVIEW = { login: 'writer', body: 'Please say more.', path: 'docs/page-1.md', line: 1 }

let gitlab: SimulatedGitlab
let scene: CommentScene
afterEach(async () => {
  await scene[Symbol.asyncDispose]()
})

async function start(options: CommentSceneOptions & { secret?: string } = {}): Promise<void> {
  gitlab = await simulateGitlab({
    repositories: [
      {
        path: PATH,
        files: { 'docs/index.md': '# Home\n' },
        members: { writer: 'writer', stranger: 'reader', 'docent-bot': 'writer' },
      },
    ],
  })
  const plugin = gitlabPlugin({
    token: gitlab.createToken(),
    baseUrl: gitlab.origin,
    ...(options.secret === undefined
      ? { webhookSigningToken: SIGNING_TOKEN }
      : { webhookSecret: options.secret }),
    retryDelayMs: 1,
    retries: 0,
  })
  const host = { name: 'gitlab', plugin, repository: `${gitlab.url(PATH)}.git`, close: () => gitlab.close() }
  scene = await commentScene(host, options)
}

const pull = () => gitlab.pull(PATH, 1)
const answers = async () => (await pull()).comments.filter(({ account }) => account.login === 'docent-bot')

/** Somebody writes a note, on a line when there is a path: the delivery that GitLab makes of it. */
async function note(
  comment: { login: string; body: string; path?: string; line?: number },
  more: object = {},
) {
  const made = await gitlab.addComment(PATH, 1, comment)
  const payload = gitlab.payloads.note(gitlab.repository(PATH), await pull(), made, { ...more })
  return { made, delivery: gitlab.webhook(payload, { signingToken: SIGNING_TOKEN }) }
}

describe("a reviewer's note on GitLab", () => {
  test('on a line leads to a second commit and to an answer in the discussion', async () => {
    await start()
    const job = await scene.job()
    const { made, delivery } = await note(REVIEW)
    expect(await scene.post(delivery)).toEqual({ status: 202, body: { status: 'accepted' } })
    const done = await scene.ended(job, 2)
    await scene.idle()
    expect(done).toMatchObject({ status: 'completed', pullRequest: { number: 1, branch: job.source.ref } })
    const git = gitlab.git(PATH)
    expect(await git.commitsBetween('main', job.source.ref)).toBe(2)
    expect(await git.readFile(job.source.ref, 'docs/page-2.md')).toBe('# Page 2\n')
    const [answer, ...more] = await answers()
    expect(more).toEqual([])
    expect(answer).toMatchObject({ thread: made.thread, account: { login: 'docent-bot' } })
    expect(answer?.body).toContain('Wrote page 2')
    gitlab.assertNoViolations()
  })

  test('in the conversation is followed when it names the agent, and answered in its discussion', async () => {
    await start({ comments: { enabled: true, mention: '@scribe' } })
    const job = await scene.job()
    await scene.post((await note({ login: 'writer', body: '@docent is another one' })).delivery)
    const { made, delivery } = await note({ login: 'writer', body: 'Dear @Scribe, more please.' })
    await scene.post(delivery)
    await scene.ended(job, 2)
    await scene.idle()
    expect((await answers()).map(({ thread }) => thread)).toEqual([made.thread])
    expect(await scene.runs(job)).toBe(2)
  })

  test.each([
    ['of somebody who may only read', { ...REVIEW, login: 'stranger' }, {}, 202],
    ['of somebody unknown', { ...REVIEW, login: 'nobody' }, {}, 202],
    ['in the conversation that names nobody', { login: 'writer', body: 'Nice.' }, {}, 202],
    ['of Docent itself', { ...REVIEW, body: '<!-- docent-answer: ans_1 -->\n@docent Done.' }, {}, 202],
    ['that was edited', REVIEW, { action: 'update' }, 202],
    ['that GitLab wrote', REVIEW, { system: true }, 202],
    ['that is internal', REVIEW, { internal: true }, 202],
  ])('%s does nothing', async (_whose, comment, more, status) => {
    await start()
    const job = await scene.job()
    expect((await scene.post((await note(comment, more)).delivery)).status).toBe(status)
    await scene.idle()
    expect(await scene.runs(job)).toBe(1)
    expect(await answers()).toEqual([])
  })

  test('does nothing where the project did not ask for comments', async () => {
    await start({ comments: { enabled: false } })
    const job = await scene.job()
    await scene.post((await note(REVIEW)).delivery)
    await scene.idle()
    expect(await scene.runs(job)).toBe(1)
  })

  test('does its work once, also when it is delivered again and after a restart', async () => {
    await start()
    const job = await scene.job()
    const { made, delivery } = await note(REVIEW)
    expect((await scene.post(delivery)).body).toEqual({ status: 'accepted' })
    expect((await scene.post(delivery)).body).toEqual({ status: 'duplicate' })
    await scene.ended(job, 2)
    await scene.idle()
    await scene.restart()
    expect((await scene.post(delivery)).body).toEqual({ status: 'duplicate' })
    // A delivery of its own about the same note: the note itself is remembered.
    const payload = gitlab.payloads.note(gitlab.repository(PATH), await pull(), made, { again: true })
    await scene.post(gitlab.webhook(payload, { signingToken: SIGNING_TOKEN }))
    await scene.idle()
    expect(await scene.runs(job)).toBe(2)
    expect(await answers()).toHaveLength(1)
  })

  test('is answered once although the reply to the answer was lost', async () => {
    await start()
    const job = await scene.job()
    gitlab.fail('discussions/reply', { status: 502, afterEffect: true })
    await scene.post((await note(REVIEW)).delivery)
    await scene.ended(job, 2)
    await scene.idle()
    expect(await answers()).toHaveLength(1)
    expect(scene.log.join('')).toContain('a webhook failed')
  })

  test('is refused with 401 when it is not signed, too old, or has the wrong secret', async () => {
    await start()
    const job = await scene.job()
    const { delivery } = await note(REVIEW)
    const payload = JSON.parse(Buffer.from(delivery.body).toString())
    for (const forged of [
      gitlab.webhook(payload),
      gitlab.webhook(payload, { secret: 'hush' }),
      gitlab.webhook(payload, { signingToken: `whsec_${Buffer.from('guess').toString('base64')}` }),
      gitlab.webhook(payload, { signingToken: SIGNING_TOKEN, now: Date.now() - 600_000 }),
      { ...delivery, body: Buffer.concat([delivery.body, Buffer.from(' ')]) },
    ])
      expect(await scene.post(forged)).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    await scene.idle()
    expect(await scene.runs(job)).toBe(1)
  })

  test('is taken with a secret token where there is no signing token', async () => {
    await start({ secret: 'hush' })
    const job = await scene.job()
    const { delivery } = await note(REVIEW)
    const payload = JSON.parse(Buffer.from(delivery.body).toString())
    expect((await scene.post(gitlab.webhook(payload, { secret: 'guess' }))).status).toBe(401)
    expect((await scene.post(gitlab.webhook(payload, { secret: 'hush' }))).status).toBe(202)
    await scene.ended(job, 2)
    await scene.idle()
    expect(await answers()).toHaveLength(1)
  })
})
