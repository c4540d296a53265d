import {
  CreateJob,
  type Docent,
  type Job,
  type JobEvent,
  JobStore,
  jobId,
  jobView,
  type Project,
  ReadJobs,
  SendMessage,
} from '@docent/core'
import { defineCommand } from 'citty'
import { projectNamed } from './find-project.ts'
import { printJson } from './output.ts'
import { withDocent } from './with-docent.ts'

const project = {
  type: 'string',
  alias: 'p',
  description: 'Id of the project; default: the only one',
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
      const job = await docent.resolve(CreateJob).execute({
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
    project,
    follow,
    json,
  },
  run: ({ args }) =>
    withDocent(async (docent, signal) => {
      const owner = await projectNamed(docent, args.project)
      const job = await docent
        .resolve(SendMessage)
        .execute({ project: owner, id: jobId(args.id), prompt: args.prompt })
      await report(docent, owner, job, args, signal)
    }),
})

const followJob = defineCommand({
  meta: { name: 'follow', description: 'Show what a job does until it has finished' },
  args: { id, project, json },
  run: ({ args }) =>
    withDocent(async (docent, signal) => {
      const owner = await projectNamed(docent, args.project)
      const job = await docent.resolve(ReadJobs).get(owner, jobId(args.id))
      await report(docent, owner, job, { ...args, follow: true }, signal)
    }),
})

export const command = defineCommand({
  meta: { name: 'agent', description: 'Create, follow and continue agent jobs' },
  subCommands: { create, follow: followJob, message },
})

async function report(
  docent: Docent,
  owner: Project,
  job: Job,
  { follow: isFollowed, json: isJson }: { follow: boolean; json: boolean },
  signal: AbortSignal,
): Promise<void> {
  if (isFollowed) await showEvents(docent, job, isJson, signal)
  const now = isFollowed ? await docent.resolve(ReadJobs).get(owner, job.id) : job
  const view = jobView(now)
  if (isJson) return printJson(view)
  console.log(`Job ${view.id} is ${view.status}, on branch ${view.source.ref}.`)
  if (view.prLink !== null) console.log(`Pull request: ${view.prLink}`)
  if (now.status !== 'active' && now.messageToUser !== '') console.log(now.messageToUser)
  if (now.status === 'active') console.log(`Follow it with "docent agent follow ${view.id}".`)
}

/** Until the job's present run has finished, or the command is interrupted. */
async function showEvents(docent: Docent, job: Job, isJson: boolean, signal: AbortSignal): Promise<void> {
  for await (const { event } of docent.resolve(JobStore).events(job.id, 0, { signal })) {
    if (isJson) console.log(JSON.stringify(event))
    else {
      const line = describe(event)
      if (line !== undefined) process.stdout.write(line)
    }
    if (event.type === 'run-finished' && event.run >= job.run) return
  }
}

function describe(event: JobEvent): string | undefined {
  switch (event.type) {
    case 'message':
      return `> ${event.content}\n`
    case 'text':
      return event.text
    case 'tool-call':
      return `\n· ${event.toolName}\n`
    case 'file-changed':
      return `· ${event.change} ${event.path}\n`
    case 'pull-request':
      return `· pull request ${event.url}\n`
    case 'run-finished':
      return `\n${event.status}: ${event.messageToUser}\n`
    default:
      return undefined
  }
}
