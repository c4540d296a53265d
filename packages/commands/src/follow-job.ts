import { LineWriter } from '@docent/command-line'
import type { FoundContext } from '@docent/core'
import type { CommandOutput } from '@docent/core/plugin'
import { type Docent, type Job, type JobEvent, JobStore } from '@docent/core/plugin'

/**
 * Shows what a job does until its present run has finished, for people.
 * @returns what was recorded of the run, without the words of the agent, which are shown; undefined when it has no record.
 * @throws the signal's reason when it aborts.
 */
export async function showJob(
  docent: Docent,
  job: Job,
  out: CommandOutput,
  signal: AbortSignal,
): Promise<string | undefined> {
  const writer = new LineWriter({ write: (text) => out.text(text) })
  let recorded: string | undefined
  for await (const event of jobEvents(docent, job, signal)) {
    if (event.type === 'text') {
      writer.text(event.text)
      continue
    }
    // The words of two steps are no one sentence.
    if (event.type === 'step-started') writer.endLine()
    if (event.type === 'run-finished') recorded = event.outcome?.summary
    const line = lineOf(event, job)
    if (line !== undefined) writer.line(line)
  }
  writer.endLine()
  return recorded
}

/** The same for machines: one event a line. */
export async function printJobEvents(
  docent: Docent,
  job: Job,
  out: CommandOutput,
  signal: AbortSignal,
): Promise<void> {
  for await (const event of jobEvents(docent, job, signal)) out.jsonLine(event)
}

/** Everything that happened in a job, until its present run has finished. @throws the signal's reason when it aborts. */
export async function* jobEvents(docent: Docent, job: Job, signal: AbortSignal): AsyncIterable<JobEvent> {
  for await (const { event } of docent.resolve(JobStore).events(job.id, 0, { signal })) {
    yield event
    if (event.type === 'run-finished' && event.run >= job.run) return
  }
  // A stream that ends by the signal ends without an error.
  signal.throwIfAborted()
}

function lineOf(event: JobEvent, job: Job): string | undefined {
  switch (event.type) {
    case 'message':
      return `> ${event.content}`
    case 'tool-call':
      return `· ${event.toolName}`
    case 'waiting':
      return `· waits until ${event.until}: ${event.reason}`
    case 'contexts':
      return event.contexts.map(contextLine).join('\n')
    case 'file-changed':
      return `· ${event.change} ${event.path}`
    case 'pull-request':
      return `· pull request ${event.url}`
    case 'pull-request-state':
      return `· pull request ${event.number} is ${event.state}`
    case 'run-finished':
      // The end of the command says what the last run came to, with the state of the job.
      return event.run < job.run ? `${event.status}: ${event.messageToUser}` : undefined
    default:
      return undefined
  }
}

function contextLine({ name, commit, problem }: FoundContext): string {
  return commit === undefined
    ? `· context ${name}: ${problem}`
    : `· context ${name} at ${commit.slice(0, 12)}`
}
