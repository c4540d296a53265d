import { type Job, JobStore } from '@docent/core/plugin'
import { signWebhook } from '@docent/simulators'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type CommentScene, WEBHOOK_SECRET } from './comment-scene.ts'
import { type GithubScene, githubScene } from './github-scene.ts'

let scene: GithubScene & CommentScene
afterEach(async () => {
  await scene[Symbol.asyncDispose]()
})

const REVIEW = { login: 'writer', body: 'Please say more.', path: 'docs/page-1.md', line: 1 }
const pull = () => scene.github.pull('acme/docs', 1)
const answers = async () =>
  (await pull()).reviewComments.filter((comment) => comment.body.includes('docent-answer'))
const runs = (job: Job) => scene.runs(job)

describe("a reviewer's comment", () => {
  test('on a line leads to a second commit on the same branch and to an answer in the thread', async () => {
    scene = await githubScene()
    const job = await scene.job()
    const delivery = await scene.comment(REVIEW)
    expect(await scene.post(delivery)).toEqual({ status: 202, body: { status: 'accepted' } })
    const done = await scene.ended(job, 2)
    await scene.idle()
    expect(done).toMatchObject({ status: 'completed', pullRequest: { number: 1, branch: job.source.ref } })
    const git = scene.github.git('acme/docs')
    expect(await git.commitsBetween('main', job.source.ref)).toBe(2)
    expect(await git.readFile(job.source.ref, 'docs/page-2.md')).toBe('# Page 2\n')
    const subject = await git.git('log', '-1', '--format=%s', job.source.ref)
    expect(subject.trim()).toBe('Add page-2')
    const asked = JSON.stringify(scene.model.calls.at(-1)?.prompt)
    expect(asked).toContain('> Please say more.')
    const [question, answer, ...more] = (await pull()).reviewComments
    expect(more).toEqual([])
    expect(answer).toMatchObject({ inReplyTo: question?.id, user: { login: 'docent-bot' } })
    expect(answer?.body).toMatch(
      /^<!-- docent-answer: ans_[0-9a-f]{32} -->\n1 file changed \(\+1 −0\): added docs\/page-2\.md\.\nChecked: .+\n\nThe agent's own words:\n\nWrote page 2, thanks to @\u200beverybody\.$/,
    )
    expect((await pull()).comments).toEqual([])
    scene.github.assertNoViolations()
  })

  test('in the conversation is followed when it names the agent, and answered there', async () => {
    scene = await githubScene({ comments: { enabled: true, mention: '@scribe' } })
    const job = await scene.job()
    await scene.post(await scene.comment({ login: 'writer', body: '@docent is another one' }))
    await scene.post(await scene.comment({ login: 'writer', body: 'Dear @Scribe, more please.' }))
    await scene.ended(job, 2)
    await scene.idle()
    expect((await pull()).comments.at(-1)?.body).toContain('Wrote page 2')
    expect(await runs(job)).toBe(2)
  })

  test('in the text of a review is followed without a mention, but for an approval', async () => {
    scene = await githubScene()
    const job = await scene.job()
    const review = async (id: number, state: 'approved' | 'changes_requested', body: string) => {
      const { payloads } = scene.github
      const said = { id, login: 'writer', body, state }
      const payload = payloads.review(scene.github.repository('acme/docs'), await pull(), said)
      return scene.post(scene.github.webhook('pull_request_review', payload, WEBHOOK_SECRET))
    }
    await review(1, 'approved', 'Very nice.')
    await scene.idle()
    expect(await runs(job)).toBe(1)
    await review(2, 'changes_requested', 'Please say more.')
    await scene.ended(job, 2)
    await scene.idle()
    expect((await pull()).comments.at(-1)?.body).toContain('Wrote page 2')
    scene.github.assertNoViolations()
  })

  test.each([
    ['of a stranger', { ...REVIEW, login: 'stranger' }],
    ['of somebody unknown', { ...REVIEW, login: 'nobody' }],
    ['in the conversation that does not name the agent', { login: 'writer', body: 'Nice.' }],
    ['that only quotes who named the agent', { login: 'writer', body: '> @docent do it\n\nNo.' }],
    [
      'that Docent itself wrote',
      { ...REVIEW, login: 'docent-bot', body: '<!-- docent-answer: ans_1 -->\n@docent Done.' },
    ],
  ])('%s does nothing', async (_whose, comment) => {
    scene = await githubScene()
    const job = await scene.job()
    expect(await scene.post(await scene.comment(comment))).toMatchObject({ status: 202 })
    await scene.idle()
    expect(await runs(job)).toBe(1)
    expect(scene.log.join('')).toContain('a comment was left alone')
  })

  test('does nothing where the project did not ask for comments', async () => {
    scene = await githubScene({ comments: { enabled: false } })
    const job = await scene.job()
    await scene.post(await scene.comment(REVIEW))
    await scene.idle()
    expect(await runs(job)).toBe(1)
  })

  test('does nothing on a pull request that no job opened', async () => {
    scene = await githubScene()
    await scene.github.git('acme/docs').commit('by-hand', { 'docs/x.md': '# X\n' }, { from: 'main' })
    const token = scene.github.createToken({ login: 'writer' })
    const opened = await fetch(`${scene.github.apiUrl}/repos/acme/docs/pulls`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'By hand', head: 'by-hand', base: 'main' }),
    })
    expect(opened.status).toBe(201)
    await scene.post(await scene.comment({ ...REVIEW, path: 'docs/x.md' }))
    await scene.idle()
    expect(scene.log.join('')).toContain('no project with comments enabled has a job with this pull request')
    expect(scene.model.calls).toEqual([])
  })

  test('does its work once, also when it is delivered again, under another id, and after a restart', async () => {
    scene = await githubScene()
    const job = await scene.job()
    const delivery = await scene.comment(REVIEW)
    expect((await scene.post(delivery)).body).toEqual({ status: 'accepted' })
    expect((await scene.post(delivery)).body).toEqual({ status: 'duplicate' })
    await scene.ended(job, 2)
    await scene.idle()
    const forged = { ...delivery, headers: { ...delivery.headers, 'x-github-delivery': 'another' } }
    expect((await scene.post(forged)).body).toEqual({ status: 'duplicate' })
    await scene.restart()
    expect((await scene.post(delivery)).body).toEqual({ status: 'duplicate' })
    // Signed anew, as after the record of deliveries was deleted: the comment itself is remembered.
    const payload = { ...JSON.parse(Buffer.from(delivery.body).toString()), again: true }
    const anew = signWebhook('pull_request_review_comment', payload, WEBHOOK_SECRET)
    expect((await scene.post(anew)).body).toEqual({ status: 'accepted' })
    await scene.idle()
    expect(scene.log.join('')).toContain('it was carried out before')
    expect(await runs(job)).toBe(2)
    expect(await answers()).toHaveLength(1)
  })

  test('is answered once although the reply to the answer was lost', async () => {
    scene = await githubScene()
    const job = await scene.job()
    scene.github.fail('pulls/create-reply-for-review-comment', { status: 502, times: 1, afterEffect: true })
    await scene.post(await scene.comment(REVIEW))
    await scene.ended(job, 2)
    await scene.idle()
    expect(await answers()).toHaveLength(1)
    expect(scene.log.join('')).toContain('a webhook failed')
  })

  test('is answered in the end although the host could not take the answer at first', async () => {
    scene = await githubScene()
    const job = await scene.job()
    scene.github.fail('pulls/create-reply-for-review-comment', { status: 503, times: 1 })
    await scene.post(await scene.comment(REVIEW))
    await scene.ended(job, 2)
    await scene.idle()
    expect(await answers()).toHaveLength(1)
  })

  test('that comes while the agent works is read by the same run, and answered too', async () => {
    let hold: (() => void) | undefined
    const held = new Promise<void>((resolve) => {
      hold = resolve
    })
    let second: (() => void) | undefined
    const began = new Promise<void>((resolve) => {
      second = resolve
    })
    scene = await githubScene({
      script: async ({ prompt }) => {
        const asked = prompt.filter((message) => message.role === 'user').length
        if (asked === 2) {
          second?.()
          await held
        }
        return prompt.at(-1)?.role === 'user' && asked === 1
          ? { toolCalls: [{ toolName: 'write_file', input: { path: 'docs/a.md', content: '# A\n' } }] }
          : { text: `Heard ${asked}.` }
      },
    })
    const job = await scene.job()
    await scene.post(await scene.comment(REVIEW))
    await began
    await scene.post(await scene.comment({ ...REVIEW, body: 'And this.' }))
    const store = scene.running.docent.resolve<JobStore>(JobStore)
    for await (const { event } of store.events(job.id, 0, { signal: AbortSignal.timeout(100_000) }))
      if (event.type === 'message' && event.content.includes('And this.')) break
    hold?.()
    await scene.ended(job, 2)
    await scene.idle()
    expect((await answers()).map(({ inReplyTo }) => inReplyTo)).toHaveLength(2)
    expect(await runs(job)).toBe(2)
  })

  test('is refused with 401 when its signature is forged, missing, or of another secret', async () => {
    scene = await githubScene()
    const job = await scene.job()
    const delivery = await scene.comment(REVIEW)
    const { 'x-hub-signature-256': signature = '', ...unsigned } = delivery.headers
    const payload = JSON.parse(Buffer.from(delivery.body).toString())
    for (const forged of [
      { ...delivery, headers: unsigned },
      { ...delivery, headers: { ...unsigned, 'x-hub-signature-256': signature.replace(/.$/, 'x') } },
      { ...delivery, body: Buffer.concat([delivery.body, Buffer.from(' ')]) },
      signWebhook('pull_request_review_comment', payload, 'guess'),
    ])
      expect(await scene.post(forged)).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    await scene.idle()
    expect(await runs(job)).toBe(1)
  })
})

describe('webhooks of a git host', () => {
  test('are refused for a host that is not there, and when they are too large', async () => {
    scene = await githubScene()
    const reply = await fetch(`${scene.running.url}/webhooks/nobody`, { method: 'POST', body: '{}' })
    expect(reply.status).toBe(404)
    const large = signWebhook('push', { filler: 'x'.repeat(27_000_000) }, WEBHOOK_SECRET)
    expect((await scene.post(large)).status).toBe(413)
  })

  test('index a project shortly after a push to its default branch, and after no other push', async () => {
    scene = await githubScene()
    await scene.running.indexing.settled()
    const push = async (branch: string, text: string) => {
      const git = scene.github.git('acme/docs')
      const before = (await git.branches()).get(branch) ?? '0'.repeat(40)
      const after = await git.commit(branch, { 'docs/index.md': text }, { from: 'main' })
      const payload = scene.github.payloads.push(scene.github.repository('acme/docs'), {
        branch,
        before,
        after,
        at: Date.now(),
      })
      return scene.post(scene.github.webhook('push', payload, WEBHOOK_SECRET))
    }
    const indexed = () => scene.log.filter((line) => line.includes('"indexed"')).length
    const before = indexed()
    const soon = vi.spyOn(scene.running.indexing, 'soon')
    expect(await push('elsewhere', '# Elsewhere\n')).toMatchObject({ status: 202 })
    await scene.idle()
    expect(soon).not.toHaveBeenCalled()
    expect(await push('main', '# Changed\n')).toMatchObject({ status: 202 })
    await scene.idle()
    expect(soon).toHaveBeenCalledOnce()
    const until = Date.now() + 60_000
    while (indexed() === before && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50))
    expect(indexed()).toBe(before + 1)
  })
})
