import { projectNamed, projectOfJob, readLimit, shortText, timeText } from '@docent/command-line'
import { archiveJob, CreateJob, cancelJob, jobId, ReadJobs, SendMessage } from '@docent/core'
import { Clock, type CommandGroup, type Docent, defineCommand, JobStore } from '@docent/core/plugin'
import { JobShape, jobShape } from '@docent/dashboard-api/for-commands'
import { z } from 'zod'
import { reportJob } from './report-job.ts'
import { waitForJob } from './wait-for-job.ts'

const project = {
  type: 'string',
  alias: 'p',
  description: 'ID of the project; default: the only one',
} as const
const jobProject = {
  type: 'string',
  alias: 'p',
  description: 'ID of the project; default: the project of the job',
} as const
const follow = {
  type: 'boolean',
  default: false,
  description: 'Follow the job until it finishes',
} as const
const id = { type: 'positional', required: true, description: 'ID of the job' } as const
const jsonLines = 'With --follow: one line for each event, and the job on the last line:'

const create = defineCommand({
  description: 'Create a job for a running server',
  args: {
    prompt: { type: 'positional', required: true, description: 'What the agent must do' },
    project,
    follow,
  },
  example: 'agent create "Document the new --json option" --follow',
  json: JobShape,
  jsonLines,
  async work({ docent, args, out, signal }) {
    const owner = await projectNamed(docent, args.project)
    const job = await docent.resolve(CreateJob).create({
      project: owner,
      apiVersion: 'v2',
      messages: [{ role: 'user', content: args.prompt }],
    })
    return reportJob({ docent, owner, job, out, signal }, args)
  },
})

const message = defineCommand({
  description: 'Send a follow-up message to a job',
  args: {
    id,
    prompt: { type: 'positional', required: true, description: 'What the agent must do next' },
    project: jobProject,
    follow,
  },
  example: 'agent message 01m7yrhv9qjxahwz0c3cy8pqht "Mention it in the changelog too"',
  json: JobShape,
  jsonLines,
  async work({ docent, args, out, signal }) {
    const owner = await projectOfJob(docent, args.id, args.project)
    const request = { project: owner, id: jobId(args.id), prompt: args.prompt }
    const job = await docent.resolve(SendMessage).send(request)
    return reportJob({ docent, owner, job, out, signal }, args)
  },
})

const followJob = defineCommand({
  description: 'Show what a job does until it finishes',
  args: { id, project: jobProject },
  example: 'agent follow 01m7yrhv9qjxahwz0c3cy8pqht',
  json: JobShape,
  jsonLines: 'One line for each event, and the job on the last line:',
  async work({ docent, args, out, signal }) {
    const owner = await projectOfJob(docent, args.id, args.project)
    const job = await docent.resolve(ReadJobs).get(owner, jobId(args.id))
    return reportJob({ docent, owner, job, out, signal }, { ...args, follow: true })
  },
})

const wait = defineCommand({
  description: 'Wait until a job finishes, and show its progress',
  args: { id, project: jobProject },
  example: 'agent wait 01m7yrhv9qjxahwz0c3cy8pqht --json',
  json: JobShape,
  exitCodes: { 1: 'the job failed, or the command did; standard error says why' },
  async work({ docent, args, out, signal }) {
    const owner = await projectOfJob(docent, args.id, args.project)
    const job = await docent.resolve(ReadJobs).get(owner, jobId(args.id))
    await waitForJob(docent, job, out, signal)
    return reportJob({ docent, owner, job, out, signal }, { ...args, follow: false, isOver: true })
  },
  exitCode: ({ status }) => (status === 'failed' ? 1 : 0),
})

const cancel = defineCommand({
  description: 'Cancel a job and discard its unpublished changes',
  args: { id, project: jobProject },
  example: 'agent cancel 01m7yrhv9qjxahwz0c3cy8pqht',
  json: JobShape,
  async work({ docent, args, out, signal }) {
    const owner = await projectOfJob(docent, args.id, args.project)
    const job = await cancelJob(portsOf(docent), { project: owner, id: jobId(args.id) })
    return reportJob({ docent, owner, job, out, signal }, { ...args, follow: false })
  },
})

const archive = defineCommand({
  description: 'Archive a finished job; its branch and pull request stay',
  args: { id, project: jobProject },
  example: 'agent archive 01m7yrhv9qjxahwz0c3cy8pqht',
  json: JobShape,
  async work({ docent, args }) {
    const owner = await projectOfJob(docent, args.id, args.project)
    return jobShape(await archiveJob(portsOf(docent), { project: owner, id: jobId(args.id) }))
  },
  show: (job, out) => out.line(`Job ${job.id} is archived.`),
})

const list = defineCommand({
  description: 'List the jobs of a project, newest first',
  args: {
    project,
    status: {
      type: 'enum',
      options: ['active', 'completed', 'failed'],
      description: 'List only jobs with this status',
    },
    archived: { type: 'boolean', default: false, description: 'List archived jobs instead of the others' },
    limit: { type: 'string', default: '20', description: 'Maximum number of jobs, 1 to 100' },
  },
  example: 'agent list --status failed --limit 5',
  json: z.array(JobShape),
  async work({ docent, args, signal }) {
    const owner = await projectNamed(docent, args.project)
    const query = { limit: readLimit(args.limit), archived: args.archived }
    const { jobs } = await docent
      .resolve(ReadJobs)
      .list(owner, args.status === undefined ? query : { ...query, status: args.status }, { signal })
    return jobs.map(jobShape)
  },
  show: (jobs, out) =>
    out.table(
      ['ID', 'STATUS', 'CREATED', 'TITLE', 'PULL REQUEST'],
      jobs.map(({ id, status, createdAt, title, prLink, waiting }) => [
        id,
        waiting === null ? status : 'waiting',
        timeText(createdAt),
        shortText(title),
        prLink ?? '-',
      ]),
    ),
})

export const command: CommandGroup = {
  description: 'Create, follow, and continue agent jobs',
  commands: {
    create,
    list,
    follow: followJob,
    wait,
    message,
    cancel,
    archive,
  },
}

function portsOf(docent: Docent) {
  return { jobs: docent.resolve(JobStore), clock: docent.resolve(Clock) }
}
