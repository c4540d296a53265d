import { z } from 'zod'

const LEVEL_NAMES: Readonly<Record<number, string>> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
}

const Failure = z.object({
  name: z.string().default('Error'),
  message: z.string().default(''),
  stack: z.string().default(''),
  isRetryable: z.boolean().optional(),
  get cause() {
    return Failure.optional()
  },
})
type Failure = z.output<typeof Failure>

const Entry = z.looseObject({
  level: z.number(),
  time: z.string(),
  msg: z.string().default(''),
  err: Failure.optional(),
})

/** A line of the JSON log as a line for people: time, level, message and fields; below an error, what caused it. */
export function logLine(json: string): string {
  const { level, time, msg, err, ...fields } = Entry.parse(JSON.parse(json))
  const values = Object.entries(fields).map(([name, value]) => `${name}=${valueText(value)}`)
  const head = [time, (LEVEL_NAMES[level] ?? String(level)).padEnd(5), msg, ...values].join(' ')
  return err === undefined ? head : `${head}${failureText(err)}`
}

/** Docent's own errors say what happened and what to do; anything else is a defect, and its stack says where. */
function failureText({ name, message, stack, isRetryable, cause }: Failure): string {
  const isOwn = isRetryable !== undefined || UPSTREAM.has(name)
  const lines = (isOwn || stack === '' ? message : stack).trim().split('\n')
  const because = cause === undefined ? '' : `\n  because${failureText(cause)}`
  return `: ${lines.join('\n    ')}${because}`
}

/** What a git host, git or a model said, in its own words. */
const UPSTREAM: ReadonlySet<string> = new Set(['GitError', 'UpstreamFailure', 'HostRefusal'])

function valueText(value: unknown): string {
  if (typeof value === 'string') return /^[^\s="]+$/.test(value) ? value : JSON.stringify(value)
  return JSON.stringify(value) ?? 'undefined'
}
