import type { JobMessage } from '../../domain/job.ts'
import type { ModelMessage } from '../../ports/job-store.ts'
import type { AgentRunContext } from './agent-run-context.ts'

type Asked = Pick<AgentRunContext, 'job' | 'jobs' | 'signal'>

/** Messages that no step has read yet. */
export async function unreadMessages({ job, jobs, signal }: Asked): Promise<JobMessage[]> {
  const messages = await jobs.messages(job.id, { signal })
  return messages.filter((message) => message.state === 'unread')
}

/** What people asked, or code made necessary, since the last publishing of this run. */
export async function askedSincePublishing({ job, jobs, signal }: Asked): Promise<JobMessage[]> {
  const steps = (await jobs.steps(job.id, { signal })).filter((step) => step.run === job.run)
  const published = steps.findLastIndex((step) => step.kind === 'pull-request')
  const read = new Set(steps.slice(published + 1).flatMap((step) => step.read))
  const messages = await jobs.messages(job.id, { signal })
  return messages.filter((message) => message.role === 'user' && read.has(message.id))
}

/** Queued messages as the model reads them; `system` ones are part of the system prompt instead. */
export function toModelMessages(messages: readonly JobMessage[]): ModelMessage[] {
  return messages.flatMap((message): ModelMessage[] => {
    if (message.role === 'system') return []
    return [{ role: message.role, content: [{ type: 'text', text: message.content }] }]
  })
}

/** What Docent itself says to the model, between its own tags. */
export function toFeedback(tag: string, text: string): ModelMessage[] {
  return [{ role: 'user', content: [{ type: 'text', text: `<${tag}>\n${text}\n</${tag}>` }] }]
}
