import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChannelWorker, createDocent, IndexProject, ReceiveChannelEvents, SyncProjects } from '@docent/core'
import { type Logger, type Plugin, ProjectStore } from '@docent/core/plugin'
import { gitLocal } from '@docent/git-local'
import { memoryLimiter } from '@docent/limiter-memory'
import { offline } from '@docent/model-offline'
import { fileIndex } from '@docent/retriever-files'
import { DocentConfig } from '@docent/server'
import { sourceGit } from '@docent/source-git'
import { sqlite } from '@docent/store-sqlite'
import { MemoryChannel } from '@docent/testing'
import { gitWorkspaces } from '@docent/workspace-git'
import type { WeekPost } from './week-posts.ts'

export interface WeekProject {
  id: 'pnpm' | 'fastify'
  repository: string
  branch: string
  posts: readonly WeekPost[]
}

export interface Judged {
  project: string
  post: WeekPost
  answer: string | undefined
  verdict: 'answered rightly' | 'answered wrongly' | 'silent rightly' | 'silent wrongly'
}

const WAIT_MS = 100

/** Posts a week of posts in a channel of a real server with the offline model, waits for all, and judges what came. */
export async function runWeek(projects: readonly WeekProject[]): Promise<Judged[]> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-week-'))
  const channel = new MemoryChannel({ now: () => Date.now() })
  let silent = 0
  const logger: Logger = {
    debug: () => undefined,
    info: (_, message) => {
      if (message === 'a post in a channel was left alone') silent += 1
    },
    warn: (fields, message) => console.error(message, fields),
    error: (fields, message) => console.error(message, fields),
  }
  const {
    limits,
    agent,
    assistant,
    projects: configured,
  } = DocentConfig.parse({
    projects: projects.map(({ id, repository, branch }) => ({
      id,
      repository: `file://${repository}`,
      branch,
      docsPath: 'docs',
      siteUrl: `https://${id}.example/docs`,
      models: { assistant: 'offline:docent', agent: 'offline:docent' },
      channels: [
        {
          ...{ channel: 'memory', place: `week/${id}`, mode: 'posts', waitMs: 0 },
          ...{ answersPerDay: 10_000, answersPerUserPerDay: 10_000 },
        },
      ],
    })),
  })
  const memory: Plugin = { name: 'channel-memory', install: (host) => host.addChannel(channel) }
  const docent = createDocent({
    plugins: [
      ...[sqlite(), memoryLimiter(), fileIndex(), gitWorkspaces(), sourceGit(), offline(), memory],
      gitLocal({ roots: projects.map(({ repository }) => repository) }),
    ],
    settings: { secrets: ['a'.repeat(32)], limits, agent, assistant, webhooks: [] },
    dataDirectory: folder,
    logger,
  })
  await docent.start()
  const worker = docent.resolve(ChannelWorker)
  try {
    await docent.resolve(SyncProjects).sync({ organizations: [], projects: configured })
    const { signal } = new AbortController()
    for (const project of await docent.resolve(ProjectStore).list())
      await docent.resolve(IndexProject).run(project, { signal })
    const posted = projects.flatMap(({ id, posts }) =>
      posts.map((post, index) => {
        const said = channel.say({ text: post.text, author: `person ${index}` }, `week/${id}`)
        if (post.isReplied)
          channel.say({ text: 'See the guide.', author: 'grace', thread: said.thread, isMaintainer: true })
        const { thread, delivery } = said
        return { project: id, post, thread, delivery }
      }),
    )
    const receive = docent.resolve(ReceiveChannelEvents)
    for (const { delivery } of posted) await receive.receive('memory', delivery)
    worker.start(undefined)
    const answered = () => posted.filter(({ thread }) => channel.own(thread).length > 0).length
    while (answered() + silent < posted.length) await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    return posted.map(({ project, post, thread }) => {
      const answer = channel.own(thread)[0]?.text
      return { project, post, answer, verdict: verdictOf(post, answer) }
    })
  } finally {
    await worker.stop()
    await docent.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function verdictOf({ right }: WeekPost, answer: string | undefined): Judged['verdict'] {
  if (answer === undefined) return right === undefined ? 'silent rightly' : 'silent wrongly'
  const pages = [...answer.matchAll(/\]\(<?(https:[^)>\s]*)/g)].map(([, url = '']) => url)
  const isRight = right?.contains.test(answer) && pages.some((page) => right.pages.test(page))
  return isRight ? 'answered rightly' : 'answered wrongly'
}
