import {
  ArchiveJob,
  CancelJob,
  CreateJob,
  type Docent,
  DocentError,
  type Job,
  jobId,
  jobView,
  type Project,
  ReadJobs,
  SendMessage,
} from '@docent/core'
import { defineCommand } from 'citty'
import { projectNamed, projectOfJob } from './find-project.ts'
import { printJobEvents, showJob } from './follow-job.ts'
import { printJson, printTable, timeText } from './output.ts'
import { withDocent } from './with-docent.ts'

const project = {
  type: 'string',
  alias: 'p',
  description: 'Id of the project; default: the only one',
} as const
const jobProject = {
  type: 'string',
  alias: 'p',
  description: 'Id of the project; default: that of the job',
} as const
const json = { type: 'boolean', default: false, description: 'Print JSON' } as const
const follow = {
  type: 'boolean',
  default: false,
  description: 'Follow the job until it has finished',
} as const
const id = { type: 'positional', required: true, description: 'Id of the job' } as const

const create = defineCommand({
  meta: { name: 'create', description: 'Create a job; a running server works on it' },
  args: {
    prompt: { type: 'positional', required: true, description: 'What the agent must do' },
    project,
    follow,
    json,
  },
  run: ({ args }) =>
    withDocent(async (docent, signal) => {
      const owner = await projectNamed(docent, args.project)
      const job = await docent.resolve(CreateJob).create({
        project: owner,
        apiVersion: 'v2',
        messages: [{ role: 'user', content: args.prompt }],
      })
      await report(docent, owner, job, args, signal)
    }),
})

const message = defineCommand({
  meta: { name: 'message', description: 'Send a follow-up message to a job' },
  args: {
    id,
    prompt: { type: 'positional', required: true, description: 'What the agent must do next' },
    project: jobProject,
    follow,
    json,
  },
  run: ({ args }) =>
    withDocent(async (docent, signal) => {
      const owner = await projectOfJob(docent, args.id, args.project)
      const request = { project: owner, id: jobId(args.id), prompt: args.prompt }
      await report(docent, owner, await docent.resolve(SendMessage).send(request), args, signal)
    }),
})

const followJob = defineCommand({
  meta: { name: 'follow', description: 'Show what a job does until it has finished' },
  args: { id, project: jobProject, json },
  run: ({ args }) =>
    withDocent(async (docent, signal) => {
      const owner = await projectOfJob(docent, args.id, args.project)
      const job = await docent.resolve(ReadJobs).get(owner, jobId(args.id))
      await report(docent, owner, job, { ...args, follow: true }, signal)
    }),
})

const cancel = defineCommand({
  meta: { name: 'cancel', description: 'Stop a job; what it has not published is dropped' },
  args: { id, project: jobProject, json },
  run: ({ args }) =>
    withDocent(async (docent, signal) => {
      const owner = await projectOfJob(docent, args.id, args.project)
      const job = await docent.resolve(CancelJob).cancel({ project: owner, id: jobId(args.id) })
      await report(docent, owner, job, { ...args, follow: false }, signal)
    }),
})

const archive = defineCommand({
  meta: { name: 'archive', description: 'Put a finished job away; its branch and pull request stay' },
  args: { id, project: jobProject, json },
  run: ({ args }) =>
    withDocent(async (docent) => {
      const owner = await projectOfJob(docent, args.id, args.project)
      const job = await docent.resolve(ArchiveJob).archive({ project: owner, id: jobId(args.id) })
      if (args.json) return printJson(jobView(job))
      console.log(`Job ${job.id} is archived.`)
    }),
})

const list = defineCommand({
  meta: { name: 'list', description: 'List the jobs of a project, the newest first' },
  args: {
    project,
    status: {
      type: 'enum',
      options: ['active', 'completed', 'failed'],
      description: 'Only jobs with this status',
    },
    archived: { type: 'boolean', default: false, description: 'Archived jobs instead of the others' },
    limit: { type: 'string', default: '20', description: 'Most jobs, 1 to 100' },
    json,
  },
  run: ({ args }) =>
    withDocent(async (docent, signal) => {
      const owner = await projectNamed(docent, args.project)
      const query = { limit: limitOf(args.limit), archived: args.archived }
      const { jobs } = await docent
        .resolve(ReadJobs)
        .list(owner, args.status === undefined ? query : { ...query, status: args.status }, { signal })
      if (args.json) return printJson(jobs.map(jobView))
      printTable(
        ['ID', 'STATUS', 'CREATED', 'TITLE', 'PULL REQUEST'],
        jobs.map((job) => [
          job.id,
          job.status,
          timeText(job.createdAt),
          job.title.length > 60 ? `${job.title.slice(0, 59)}…` : job.title,
          job.pullRequest?.url ?? '-',
        ]),
      )
    }),
})

export const command = defineCommand({
  meta: { name: 'agent', description: 'Create, follow and continue agent jobs' },
  subCommands: { create, list, follow: followJob, message, cancel, archive },
})

async function report(
  docent: Docent,
  owner: Project,
  job: Job,
  { follow: isFollowed, json: isJson }: { follow: boolean; json: boolean },
  signal: AbortSignal,
): Promise<void> {
  let closing: string | undefined
  if (isFollowed && isJson) await printJobEvents(docent, job, signal)
  else if (isFollowed) closing = await showJob(docent, job, signal)
  const now = isFollowed ? await docent.resolve(ReadJobs).get(owner, job.id) : job
  const view = jobView(now)
  if (isJson) return isFollowed ? console.log(JSON.stringify(view)) : printJson(view)
  console.log(`Job ${view.id} is ${view.status}, on branch ${view.source.ref}.`)
  if (view.prLink !== null) console.log(`Pull request: ${view.prLink}`)
  if (now.status === 'active') console.log(`Follow it with "docent agent follow ${view.id}".`)
  else if (now.messageToUser !== '') console.log(closing ?? now.messageToUser)
}

function limitOf(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= 100) return limit
  throw new DocentError('invalid_request', `--limit: "${text}" is not a number from 1 to 100.`)
}
