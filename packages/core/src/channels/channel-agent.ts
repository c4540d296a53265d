import { createHash } from 'node:crypto'
import { inject, injectable } from 'tsyringe'
import { z } from 'zod'
import { neutralize } from '../agent/publishing/neutralize.ts'
import { type UserId, userId } from '../domain/account.ts'
import { jobId, keyId } from '../domain/ids.ts'
import { permissionsOfRole } from '../domain/permission.ts'
import type { Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import { CreateJob } from '../jobs/create-job.ts'
import { RequestLimits } from '../limits/request-limits.ts'
import type { Accounts } from '../ports/accounts.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { ChannelPost } from '../ports/channel.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { JobStore } from '../ports/job-store.ts'
import { Logger } from '../ports/logger.ts'
import { ProjectNotes } from '../ports/project-notes.ts'
import type { ChannelState } from './channel-state.ts'
import { ChannelStore, without } from './channel-store.ts'
import { plainText } from './replies/channel-reply.ts'
import type { ThreadWork } from './thread-work.ts'

const CODE_MS = 15 * 60_000
const REMEMBER_MS = 365 * 24 * 60 * 60_000
const ORDER = /^(?:please\s+)?(?:fix|change|update|add|write|document|remove|rename)\b[^?]*$/i
const LINK = /^link\s+([0-9a-f]{32})$/i

interface Order {
  post: ChannelPost
  user: UserId
}

const Code = z.object({ user: z.string(), expiresAt: z.number() })
const Linked = z.object({ user: z.string() })
const codeKey = (code: string) =>
  `channel-code:${createHash('sha256').update(code.toLowerCase()).digest('hex')}`
const memberKey = (person: string) => `channel-member:${person}`

/** What members ask the agent for in a channel. A member is who linked their account there, whatever the name. */
@injectable()
export class ChannelAgent {
  constructor(
    @inject(ProjectNotes) private readonly notes: ProjectNotes,
    @inject(ChannelStore) private readonly store: ChannelStore,
    @inject(CreateJob) private readonly createJob: CreateJob,
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(RequestLimits) private readonly limits: RequestLimits,
    @inject(Ids) private readonly ids: Ids,
    @inject(Clock) private readonly clock: Clock,
    @inject(Logger) private readonly logger: Logger,
  ) {}

  /** A code that links the account of a person with whoever sends `link CODE` to Docent within 15 minutes, once. */
  async linkCode(project: Project, user: string, options: CallOptions = {}): Promise<string> {
    const code = this.ids.secret()
    const note = { user, expiresAt: this.clock.now() + CODE_MS }
    await this.notes.write(project.id, codeKey(code), note, options)
    return code
  }

  /** Takes a mention that is for the agent or links an account; false when it is a question. */
  async take(
    work: ThreadWork,
    state: ChannelState,
    { author, post }: { author: string; post: ChannelPost },
    accounts: Accounts | undefined,
  ): Promise<boolean> {
    const { project } = work.mapped
    const text = post.text.trim()
    const code = LINK.exec(text)?.[1]
    if (code !== undefined) {
      await this.#link(work, state, { author, post: post.id, code })
      return true
    }
    if (accounts === undefined || !ORDER.test(text) || project.repository === undefined) return false
    const linked = Linked.safeParse(await this.notes.read(project.id, memberKey(author), work)).data
    if (linked === undefined) return false
    const user = userId(linked.user)
    const memberships = await accounts.memberships(user, work)
    const role = memberships.find(({ organizationId }) => organizationId === project.organizationId)?.role
    // Decided anew each time: a member who left, or may only read, begins nothing.
    if (role === undefined || !permissionsOfRole(role).includes('edit')) return false
    await this.#order(work, state, { post, user })
    return true
  }

  /** Shows in the thread what became of its job. @returns whether the job goes on */
  async follow({ id, channel, signal }: ThreadWork, { job, name }: ChannelState): Promise<boolean> {
    if (job === undefined) return false
    const found = await this.jobs.get(jobId(job.id), { signal })
    const isOver = found === undefined || found.status === 'completed' || found.status === 'failed'
    const said = neutralize(found?.messageToUser ?? '')
    const pull = found?.pullRequest ? `\n\n${found.pullRequest.url}` : ''
    const shown = isOver
      ? `${found?.status === 'completed' ? 'Done.' : 'This did not work.'} ${said}${pull}`
      : `Working on it.${pull}`
    if (shown !== job.shown) {
      const text = plainText(shown, channel.capabilities)
      if (channel.capabilities.edits) await channel.edit(name, job.post, text, { signal })
      else if (isOver) await channel.reply(name, { text, answers: `job:${job.id}` }, { signal })
    }
    await this.store.change(
      id,
      ({ job: now, ...rest }) => (isOver || now === undefined ? rest : { ...rest, job: { ...now, shown } }),
      { signal },
    )
    return !isOver
  }

  async #link(
    { id, channel, mapped, signal }: ThreadWork,
    { name }: ChannelState,
    { author, post, code }: { author: string; post: string; code: string },
  ): Promise<void> {
    const { id: project } = mapped.project
    const found = Code.safeParse(await this.notes.read(project, codeKey(code), { signal })).data
    const works = found !== undefined && found.expiresAt > this.clock.now()
    if (works) {
      await this.notes.write(project, memberKey(author), { user: found.user }, { signal })
      await this.notes.write(project, codeKey(code), null, { signal })
    }
    const text = works
      ? 'Your account is linked.'
      : 'This code does not work. Make another one in the dashboard.'
    await channel.reply(name, { text, answers: post }, { signal })
    await this.store.change(id, (now) => without(now, [post]), { signal })
  }

  async #order(
    { id, channel, mapped, signal }: ThreadWork,
    { name }: ChannelState,
    { post, user }: Order,
  ): Promise<void> {
    const begun = await this.#begin(id, mapped.project, { post, user }, signal)
    const shown =
      begun === undefined ? 'The agent cannot do this. See the log of the server.' : 'Working on it.'
    const thread = await channel.thread(name, { signal })
    const there = thread?.posts.find(({ isOwn, answers }) => isOwn && answers === post.id)
    const reply = there?.id ?? (await channel.reply(name, { text: shown, answers: post.id }, { signal }))
    const job = begun === undefined ? {} : { job: { id: begun, post: reply, shown } }
    await this.store.change(id, (now) => ({ ...without(now, [post.id]), ...job }), { signal })
  }

  /** Undefined when the project cannot have it done. */
  async #begin(
    id: string,
    project: Project,
    { post, user }: Order,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { organizationId, id: projectId } = project
    const key = `\tchannel\t${id}\t${post.id}`
    const before = await this.jobs.replay(organizationId, key, { signal })
    if (before) return before.jobId
    try {
      const subject = { organizationId, projectId, keyId: keyId('channels'), ip: '127.0.0.1' }
      await this.limits.take('agent', subject, { signal })
      const job = await this.createJob.create(
        {
          project,
          apiVersion: 'v2',
          messages: [{ role: 'user', content: post.text.slice(0, 32_000) }],
          personId: user,
          // No client can send a key with a tab in it. It commits with the job: never two of one post.
          idempotency: {
            organizationId,
            key,
            fingerprint: post.id,
            expiresAt: this.clock.now() + REMEMBER_MS,
            respond: () => ({ status: 201, body: null }),
          },
        },
        { signal },
      )
      return job.id
    } catch (error) {
      signal.throwIfAborted()
      if (!DocentError.is(error) || error.isRetryable) throw error
      this.logger.warn({ projectId, reason: error.message }, 'a job could not be created from a channel')
      return undefined
    }
  }
}
