import { commentPrompt } from '@docent/core'
import { DocentError } from '@docent/core/plugin'
import { afterEach, expect, test } from 'vitest'
import { lamp, type WatchScene, watchScene } from './watch-scene.ts'

let scene: WatchScene
afterEach(() => scene.close())

const BEFORE = ['colorName', 'brightness', 'beamShutter'] as const

const adds = (...names: string[]) => ({
  message: `feat: add \`${names.at(-1)}\` | (#12) @everyone <b>`,
  files: { 'src/lamp.go': lamp(...BEFORE, ...names) },
})

test('a merged change becomes one pull request, whose rows say what changed and why', async () => {
  scene = await watchScene()
  await scene.look()
  expect(await scene.jobs()).toEqual([])
  await scene.commit(scene.code, {
    message: 'refactor: turn',
    files: { 'src/motor.go': 'package motor\n\nfunc turn() {}\n' },
  })
  await scene.commit(scene.code, adds('fogHorn'))
  await scene.look()
  await scene.look()
  const [job, ...others] = await scene.jobs()
  expect(others).toEqual([])
  expect(job?.title).toMatch(/^Follow (?:a change|2 changes) of the code$/)
  await scene.work()
  const [pull, ...more] = await scene.pulls()
  expect(more).toEqual([])
  expect(pull?.body).toContain('| Row | Code | Pages | What and why |')
  const row = pull?.body.split('\n').find((line) => line.includes('`fogHorn`'))
  expect(row).toContain('new `fogHorn`')
  expect(row).toContain('`docs/lamp.md`')
  // Titles of commits are of anybody.
  expect(pull?.body).not.toContain('@everyone')
  expect(pull?.body).not.toContain('<b>')
  expect(row?.replaceAll('\\|', '').split('|')).toHaveLength(6)
  expect(pull?.body).toContain('the option is on its page \\| now')
  const { counts, log } = await scene.state()
  expect(counts).toMatchObject({ looked: 2, stopped: 1, pulls: 1 })
  expect(log.map(({ verdict }) => verdict)).toEqual(['began', 'stopped', 'found', 'proposed'])
})

test('later evidence goes to the open pull request, and there is never a second one', async () => {
  scene = await watchScene()
  await scene.look()
  await scene.commit(scene.code, adds('fogHorn'))
  await scene.look()
  await scene.work()
  await scene.commit(scene.code, adds('fogHorn', 'heightLimit'))
  await scene.look()
  await scene.work()
  const [pull, ...more] = await scene.pulls()
  expect(more).toEqual([])
  expect(await scene.jobs()).toHaveLength(1)
  expect(pull?.body).toContain('`heightLimit`')
  const { open } = await scene.state()
  expect(open?.changes.map(({ title }) => title)).toHaveLength(2)
})

test('what a reviewer closed is not proposed again, and neither is a row that one dropped', async () => {
  scene = await watchScene()
  await scene.look()
  await scene.commit(scene.code, adds('fogHorn'))
  await scene.look()
  await scene.work()
  const [first] = await scene.pulls()
  await scene.rig.host.updatePullRequest(scene.project.repository, first?.number ?? 0, { state: 'closed' })
  // Taken back, and brought again.
  await scene.commit(scene.code, { message: 'revert: fogHorn', files: { 'src/lamp.go': lamp(...BEFORE) } })
  await scene.commit(scene.code, adds('fogHorn'))
  await scene.look()
  expect(await scene.jobs()).toHaveLength(1)
  const { counts, fates, log } = await scene.state()
  expect(counts).toMatchObject({ closed: 1, pulls: 1 })
  expect(new Set(Object.values(fates))).toEqual(new Set(['declined']))
  expect(log.at(-1)?.verdict).toBe('known')
})

test('a pull request that nobody answers is closed, and its evidence comes with the next change', async () => {
  scene = await watchScene()
  await scene.look()
  await scene.commit(scene.code, adds('fogHorn'))
  await scene.look()
  await scene.work()
  scene.later(31 * 24)
  await scene.look()
  await scene.look()
  expect((await scene.pulls()).map(({ state }) => state)).toEqual(['closed'])
  expect(await scene.jobs()).toHaveLength(1)
  await scene.commit(scene.code, adds('fogHorn', 'heightLimit'))
  await scene.look()
  await scene.work()
  const open = (await scene.pulls()).filter(({ state }) => state === 'open')
  expect(open).toHaveLength(1)
  expect(open[0]?.body).toContain('`fogHorn`')
  expect(open[0]?.body).toContain('`heightLimit`')
})

test('nothing of code that fewer people can read is in the pull request', async () => {
  scene = await watchScene({ watch: { reveal: false } })
  await scene.look()
  await scene.commit(scene.code, adds('fogHorn'))
  await scene.look()
  await scene.work()
  const [pull] = await scene.pulls()
  const { stdout } = await (await import('@docent/git')).runGit(
    ['log', '-1', '--format=%B', pull?.branch ?? ''],
    {
      gitDir: scene.docs.gitDir,
    },
  )
  const told = `${pull?.title}\n${pull?.branch}\n${pull?.body}\n${stdout}`
  expect(told).not.toMatch(/fogHorn|lamp\.go|lamp\.git|Told it|the option is/)
  expect(pull?.body).toContain('whose names and links stay out')
})

test('a row that a reviewer drops by a comment is declined, and the others go on', async () => {
  scene = await watchScene()
  await scene.look()
  await scene.commit(scene.code, adds('fogHorn'))
  await scene.commit(scene.code, adds('fogHorn', 'heightLimit'))
  await scene.look()
  await scene.work()
  const [job] = await scene.jobs()
  const evidence = (await scene.rig.jobs.messages(job?.id ?? ('' as never))).flatMap(
    (message) => message.evidence ?? [],
  )
  const row = evidence.flatMap(({ rows }) => rows).find(({ name }) => name === 'heightLimit')
  const comment = {
    kind: 'comment' as const,
    ...{ repository: scene.project.repository, number: 1, commentId: 'c', deliveryId: 'd' },
    ...{ author: 'ada', authorCanWrite: true, body: `@docent drop ${row?.row}` },
  }
  const prompt = commentPrompt(comment, { mention: '@docent', evidence })
  await scene.rig.send.send({ project: scene.project, id: job?.id ?? ('' as never), prompt })
  await scene.work()
  await scene.look()
  const { fates, counts } = await scene.state()
  expect(fates[row?.key ?? '']).toBe('declined')
  expect(Object.values(fates)).toContain('open')
  expect(counts.dropped).toBe(1)
})

test('what a run failed with is tried again, and no more than three times', async () => {
  scene = await watchScene({ agent: () => ({ error: new DocentError('dependency_failed', 'No.') }) })
  await scene.look()
  await scene.commit(scene.code, adds('fogHorn'))
  for (let round = 0; round < 5; round++) {
    await scene.look()
    await scene.work()
  }
  expect(await scene.jobs()).toHaveLength(3)
  expect((await scene.state()).pending).toEqual([])
})
