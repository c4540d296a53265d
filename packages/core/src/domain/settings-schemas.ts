import { z } from 'zod'
import { formerJobLease } from './lease-settings.ts'

const DAYS = 3_650

/** Settings of the agent, as written in docent.config.ts. */
export const AgentSettings = z.strictObject({
  concurrency: z.int().min(1).max(64).default(4).describe('Jobs that one process runs at once.'),
  ...formerJobLease,
  maxSteps: z.int().min(1).max(500).default(60).describe('Steps of the model in one run.'),
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
    .describe('Price of one run in US dollars, where the price of the model is known.'),
  organizationTokensPerDay: z
    .int()
    .min(1_000)
    .default(50_000_000)
    .describe('Input and output tokens of all runs of one organization and day (UTC).'),
  maxToolCalls: z.int().min(1).max(100_000).default(1_000).describe('Calls of tools in one run.'),
  maxOutputBytes: z
    .int()
    .min(1_024)
    .max(1024 * 1024 * 1024)
    .default(32 * 1024 * 1024)
    .describe(
      'Bytes that the model may send in one run: text, reasoning and inputs of tools. The default is 32 MiB.',
    ),
  maxRunMs: z
    .int()
    .min(1_000)
    .max(86_400_000)
    .default(1_800_000)
    .describe(
      'Time that workers spend on one run, ms. Time in which no worker has the job does not count. The default is half an hour.',
    ),
  maxChangedFiles: z.int().min(1).max(10_000).default(200).describe('Files that one run may change.'),
  maxChangedBytes: z
    .int()
    .min(1_024)
    .max(20 * 1024 * 1024)
    .default(5 * 1024 * 1024)
    .describe('Bytes that one run may change. The default is 5 MiB.'),
  maxAttempts: z
    .int()
    .min(1)
    .max(20)
    .default(5)
    .describe('Attempts of one model call or git operation, the first included.'),
  firstPartMs: z
    .int()
    .min(1_000)
    .max(600_000)
    .default(120_000)
    .describe('Time until the model begins to reply, ms. The default is two minutes.'),
  idlePartMs: z
    .int()
    .min(1_000)
    .max(600_000)
    .default(120_000)
    .describe('Silence in a reply of the model, ms. The default is two minutes.'),
  maxOutageMs: z
    .int()
    .min(0)
    .max(30 * 86_400_000)
    .default(86_400_000)
    .describe(
      'Longest time that a job waits for a model or git host that is away, ms. With 0 the job fails at once. The default is a day.',
    ),
  maxCheckRounds: z
    .int()
    .min(0)
    .max(20)
    .default(3)
    .describe('Times that failed checks go back to the model before they are only reported.'),
  archiveAfterDays: z
    .int()
    .min(1)
    .max(DAYS)
    .default(30)
    .describe('Days after which an untouched job whose pull request is not open is archived.'),
  keepStepsDays: z
    .int()
    .min(1)
    .max(DAYS)
    .default(90)
    .describe('Days that the steps of a settled job are kept.'),
  keepEventsDays: z
    .int()
    .min(1)
    .max(DAYS)
    .default(90)
    .describe('Days that the events of a settled job are kept.'),
  author: z
    .strictObject({
      name: z.string().min(1).max(100).default('Docent').describe('The name of the author.'),
      email: z
        .string()
        .min(3)
        .max(200)
        .default('docent@users.noreply.localhost')
        .describe('The address of the author.'),
    })
    .prefault({})
    .describe('Author of the commits.'),
  denyPaths: z
    .array(z.string().min(1).max(500))
    .default([])
    .describe('Globs that the agent can never write, beside the built-in ones.'),
})

/** Settings of the assistant, as written in docent.config.ts. */
export const AssistantSettings = z.strictObject({
  maxSteps: z
    .int()
    .min(1)
    .max(50)
    .default(5)
    .describe('Steps of the model in one answer. The last has no tools.'),
  maxOutputTokens: z
    .int()
    .min(100)
    .max(10_000_000)
    .default(4_096)
    .describe('Tokens of the text of one answer, and of one reply of the model with its reasoning.'),
  maxTokens: z
    .int()
    .min(1_000)
    .max(100_000_000)
    .default(1_000_000)
    .describe('Input and output tokens of all steps of one answer.'),
  maxCostUsd: z
    .number()
    .positive()
    .max(100_000)
    .default(5)
    .describe('Price of one answer in US dollars, where the price of the model is known.'),
  maxToolCalls: z
    .int()
    .min(1)
    .max(1_000)
    .default(20)
    .describe('Calls of tools in one answer. The model then answers with what it has.'),
  maxOutputBytes: z
    .int()
    .min(1_024)
    .max(64 * 1024 * 1024)
    .default(1024 * 1024)
    .describe(
      'Bytes that the model may send in one answer: text, reasoning and inputs of tools. The default is 1 MiB.',
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
    .describe('Time until the model begins to reply, ms.'),
  idlePartMs: z
    .int()
    .min(1_000)
    .max(600_000)
    .default(60_000)
    .describe('Silence in a reply of the model, ms.'),
  maxAttempts: z.int().min(1).max(20).default(3).describe('Attempts of one model call, the first included.'),
  keepThreadsDays: z
    .int()
    .min(1)
    .max(DAYS)
    .default(365)
    .describe('Days that a conversation is kept after its last answer.'),
  rerank: z
    .strictObject({
      candidates: z
        .int()
        .min(2)
        .max(200)
        .default(50)
        .describe('Passages that the model is given, the best of the search.'),
      timeoutMs: z
        .int()
        .min(50)
        .max(30_000)
        .default(2_000)
        .describe('Longest wait for the model, after which the order of the search is kept, ms.'),
    })
    .prefault({})
    .describe('Re-ranking, for projects with `models.rerank`.'),
})

export type AgentSettings = z.output<typeof AgentSettings>
export type AssistantSettings = z.output<typeof AssistantSettings>

const max = z.int().min(0).max(1_000_000_000)

const limits = {
  keyPerMonth: max.describe('Assistant messages per assistant key and calendar month (UTC).'),
  organizationPerHour: max.describe(
    'Assistant messages per organization and hour. Searches and pages have their own count.',
  ),
  ipPerDay: max.describe(
    'Assistant messages per IP address and day. Searches and pages have their own count.',
  ),
  projectPerHour: max.describe('Agent jobs and follow-up messages per project and hour.'),
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
