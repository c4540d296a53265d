import { LookUpPullRequests } from '@docent/core'
import { JobStore } from '@docent/core/plugin'
import { afterEach, expect, test } from 'vitest'
import { type CommentScene, WEBHOOK_SECRET } from './comment-scene.ts'
import { type GithubScene, githubScene } from './github-scene.ts'

let scene: GithubScene & CommentScene
afterEach(async () => {
  await scene[Symbol.asyncDispose]()
})

const stored = async (id: string) => {
  const store = scene.running.docent.resolve<JobStore>(JobStore)
  return store.get(id as Parameters<JobStore['get']>[0])
}

test('the webhook of a merge reaches the job, under however the project spells its repository', async () => {
  scene = await githubScene()
  const { github } = scene
  const job = await scene.job()
  await github.mergePull('acme/docs', 1, 'writer')
  const pull = await github.pull('acme/docs', 1)
  const payload = github.payloads.pullRequest(github.repository('acme/docs'), pull, 'closed')
  const delivery = github.webhook('pull_request', payload, WEBHOOK_SECRET)
  expect(await scene.post(delivery)).toEqual({ status: 202, body: { status: 'accepted' } })
  await scene.idle()
  expect(await stored(job.id)).toMatchObject({
    status: 'completed',
    mergedAt: expect.any(Number),
    pullRequest: { number: 1, mergedBy: 'writer' },
  })
})

test('without a webhook, a look-up finds the merge', async () => {
  scene = await githubScene()
  const job = await scene.job()
  const lookUp = () => scene.running.docent.resolve(LookUpPullRequests).lookUp()
  expect(await lookUp()).toEqual({ asked: 1, changed: 0 })
  await scene.github.mergePull('acme/docs', 1, 'writer')
  expect(await lookUp()).toEqual({ asked: 1, changed: 1 })
  expect(await lookUp()).toEqual({ asked: 0, changed: 0 })
  expect(await stored(job.id)).toMatchObject({ pullRequest: { number: 1, mergedBy: 'writer' } })
  scene.github.assertNoViolations()
})
