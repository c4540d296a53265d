import { ManualClock, MemoryBackgroundTasks, MemoryGitHost, MemoryProjectStore } from '@docent/testing'
import { expect, test, vi } from 'vitest'
import { DEFAULT_ORGANIZATION } from '../domain/ids.ts'
import type { WebhookTask } from '../domain/webhook-task.ts'
import { GitHosts } from '../projects/git-hosts.ts'
import { ProjectConfig, type ProjectConfigInput, toProject } from '../projects/project-config.ts'
import type { HandleComment } from './handle-comment.ts'
import { HandleReceived, WATCH_QUEUE } from './handle-received.ts'
import type { RecordPullRequest } from './record-pull-request.ts'

const repository = 'file:///srv/git/docs.git'

test('a push concerns the projects that are read from its branch or watch its code, and none that are read from a website', async () => {
  const projects = new MemoryProjectStore()
  await projects.putOrganization({ id: DEFAULT_ORGANIZATION, name: 'Default', limits: {} })
  const add = (config: ProjectConfigInput) =>
    projects.put(toProject(ProjectConfig.parse(config), 'config', 0))
  const source = { url: 'https://docs.example' }
  await add({ id: 'read', repository, branch: 'main' })
  await add({ id: 'other-branch', repository, branch: 'next' })
  await add({ id: 'crawled', repository, branch: 'main', source })
  await add({ id: 'without-repository', source })
  const tasks = new MemoryBackgroundTasks(new ManualClock())
  const handle = new HandleReceived(
    new GitHosts([new MemoryGitHost()]),
    projects,
    {} as HandleComment,
    {} as RecordPullRequest,
    tasks,
  )
  await add({
    id: 'watches',
    repository: 'file:///srv/git/other.git',
    watch: [{ repository: `${repository}/` }],
  })
  const webhook = { kind: 'push', repository, branch: 'main', commit: 'c1', deliveryId: 'd1' }
  const pushed: string[] = []
  const task = { data: { host: 'memory', webhook } } as unknown as WebhookTask
  await handle.handle(task, ({ id }) => void pushed.push(id), {})
  expect(pushed).toEqual(['read'])
  const looked: unknown[] = []
  const work = tasks.work(WATCH_QUEUE, async ({ data }) => void looked.push(data))
  await vi.waitFor(() => expect(looked).toEqual([{ project: 'watches' }]))
  await work[Symbol.asyncDispose]()
})
