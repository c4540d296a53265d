import { z } from 'zod'
import { formerJobLease } from './lease-settings.ts'
import { QueueSettings } from './queue-settings.ts'

const DAYS = 3_650

/** Settings of the agent, as written in docent.config.ts. */
export const AgentSettings = z.strictObject({
  concurrency: z.int().min(1).max(64).default(4).describe('Jobs that one process runs at the same time.'),
  queue: QueueSettings.prefault({}).describe('Shares and limits of workers while jobs wait.'),
  ...formerJobLease,
  maxSteps: z.int().min(1).max(500).default(60).describe('Model steps in one run.'),
  maxTokens: z
    .int()
    .min(1_000)
    .max(100_000_000)
    .default(2_000_000)
    .describe('Input and output tokens of one run.'),
  maxCostUsd: z
    .number()
    .positive()
    .max(100_000)
    .default(20)
    .describe('Cost of one run in US dollars, if Docent knows the price of the model.'),
  organizationTokensPerDay: z
    .int()
    .min(1_000)
    .default(50_000_000)
    .describe('Input and output tokens of all runs in one organization per day (UTC).'),
  maxToolCalls: z.int().min(1).max(100_000).default(1_000).describe('Tool calls in one run.'),
  maxOutputBytes: z
    .int()
    .min(1_024)
    .max(1024 * 1024 * 1024)
    .default(32 * 1024 * 1024)
    .describe(
      'Bytes that the model can send in one run: text, reasoning, and tool inputs. The default is 32 MiB.',
    ),
  maxRunMs: z
    .int()
    .min(1_000)
    .max(86_400_000)
    .default(1_800_000)
    .describe(
      "Time that workers spend on one run, ms. Time without a worker doesn't count. The default is half an hour.",
    ),
  maxChangedFiles: z.int().min(1).max(10_000).default(200).describe('Files that one run can change.'),
  maxChangedBytes: z
    .int()
    .min(1_024)
    .max(20 * 1024 * 1024)
    .default(5 * 1024 * 1024)
    .describe('Bytes that one run can change. The default is 5 MiB.'),
  maxAttempts: z
    .int()
    .min(1)
    .max(20)
    .default(5)
    .describe('Attempts for one model call or git operation, including the first.'),
  firstPartMs: z
    .int()
    .min(1_000)
    .max(600_000)
    .default(120_000)
    .describe('Longest wait until the model starts to reply, ms. The default is two minutes.'),
  idlePartMs: z
    .int()
    .min(1_000)
    .max(600_000)
    .default(120_000)
    .describe('Longest pause within a reply of the model, ms. The default is two minutes.'),
  maxOutageMs: z
    .int()
    .min(0)
    .max(30 * 86_400_000)
    .default(86_400_000)
    .describe(
      'Longest time that a job waits for a model or git host that is down, ms. With 0, the job fails immediately. The default is a day.',
    ),
  maxCheckRounds: z
    .int()
    .min(0)
    .max(20)
    .default(3)
    .describe('How often Docent sends failed checks back to the model before it only reports them.'),
  archiveAfterDays: z
    .int()
    .min(1)
    .max(DAYS)
    .default(30)
    .describe('Days until Docent archives a job that nobody touched, unless its pull request is open.'),
  keepStepsDays: z.int().min(1).max(DAYS).default(90).describe('Days to keep the steps of a finished job.'),
  keepEventsDays: z.int().min(1).max(DAYS).default(90).describe('Days to keep the events of a finished job.'),
  author: z
    .strictObject({
      name: z.string().min(1).max(100).default('Docent').describe('The name of the author.'),
      email: z
        .string()
        .min(3)
        .max(200)
        .default('docent@users.noreply.localhost')
        .describe('The email address of the author.'),
    })
    .prefault({})
    .describe('The author of commits.'),
  denyPaths: z
    .array(z.string().min(1).max(500))
    .default([])
    .describe("Globs of files that the agent can't write, in addition to the built-in list."),
  allowPaths: z
    .array(z.string().min(1).max(500))
    .default([])
    .describe(
      'Globs of files that the agent can write although a build of the documentation runs them: code, configuration of a site, and pages with code of their own.',
    ),
})

/** Settings of the assistant, as written in docent.config.ts. */
export const AssistantSettings = z.strictObject({
  maxSteps: z
    .int()
    .min(1)
    .max(50)
    .default(5)
    .describe('Model steps in one answer. The last step has no tools.'),
  maxOutputTokens: z
    .int()
    .min(100)
    .max(10_000_000)
    .default(4_096)
    .describe('Tokens in the text of one answer, and in one reply of the model including its reasoning.'),
  maxTokens: z
    .int()
    .min(1_000)
    .max(100_000_000)
    .default(1_000_000)
    .describe('Input and output tokens of all steps of an answer.'),
  maxCostUsd: z
    .number()
    .positive()
    .max(100_000)
    .default(5)
    .describe('Cost of one answer in US dollars, if Docent knows the price of the model.'),
  maxToolCalls: z
    .int()
    .min(1)
    .max(1_000)
    .default(20)
    .describe('Tool calls in one answer. After that, the model answers with what it has.'),
  maxOutputBytes: z
    .int()
    .min(1_024)
    .max(64 * 1024 * 1024)
    .default(1024 * 1024)
    .describe(
      'Bytes that the model can send in one answer: text, reasoning, and tool inputs. The default is 1 MiB.',
    ),
  maxAnswerMs: z
    .int()
    .min(1_000)
    .max(3_600_000)
    .default(300_000)
    .describe('Time from the question to the end of the answer, ms. The default is five minutes.'),
  historyTurns: z.int().min(0).max(200).default(20).describe('Turns of the thread that the model sees.'),
  firstPartMs: z
    .int()
    .min(1_000)
    .max(600_000)
    .default(60_000)
    .describe('Longest wait until the model starts to reply, ms.'),
  idlePartMs: z
    .int()
    .min(1_000)
    .max(600_000)
    .default(60_000)
    .describe('Longest pause within a reply of the model, ms.'),
  maxAttempts: z
    .int()
    .min(1)
    .max(20)
    .default(3)
    .describe('Attempts for one model call, including the first.'),
  keepThreadsDays: z
    .int()
    .min(1)
    .max(DAYS)
    .default(365)
    .describe('Days to keep a conversation after its last answer.'),
  rerank: z
    .strictObject({
      candidates: z
        .int()
        .min(2)
        .max(200)
        .default(50)
        .describe('How many of the best search results the model gets.'),
      timeoutMs: z
        .int()
        .min(50)
        .max(30_000)
        .default(2_000)
        .describe('Longest wait for the model, ms. After that, Docent keeps the order of the search.'),
    })
    .prefault({})
    .describe('Re-ranking, for projects with `models.rerank`.'),
})

export type AgentSettings = z.output<typeof AgentSettings>
export type AssistantSettings = z.output<typeof AssistantSettings>

const max = z.int().min(0).max(1_000_000_000)

const limits = {
  keyPerMonth: max.describe('Questions to the assistant per assistant key and calendar month (UTC).'),
  organizationPerHour: max.describe(
    'Questions to the assistant per organization and hour. Docent counts searches and pages separately.',
  ),
  ipPerDay: max.describe(
    'Questions to the assistant per IP address and day. Docent counts searches and pages separately.',
  ),
  projectPerHour: max.describe('Agent jobs and follow-ups per project and hour.'),
}

/** Limits of an organization that differ from those of the server. */
export const OrganizationLimits = z.strictObject(limits).partial()

/** Limits of requests, as written in docent.config.ts. */
export const LimitSettings = z.strictObject({
  keyPerMonth: limits.keyPerMonth.default(10_000),
  organizationPerHour: limits.organizationPerHour.default(10_000),
  ipPerDay: limits.ipPerDay.default(10_000),
  projectPerHour: limits.projectPerHour.default(100),
})

/** Maxima of the limits of requests. */
export type LimitSettings = z.output<typeof LimitSettings>
