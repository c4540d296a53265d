import type { CallOptions, JobId, WebhookTask, WebhookTaskQuery } from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { MemoryWebhookStore } from '../fakes/memory-webhook-store.ts'
import { failingCases } from './contract-case.ts'
import { webhookStoreCases, webhookStoreContract } from './webhook-store.ts'

class OverwritesTasks extends MemoryWebhookStore {
  override async add(tasks: readonly WebhookTask[], options?: CallOptions) {
    const added = await super.add(tasks, options)
    for (const task of tasks) this.tasks.set(task.id, structuredClone(task))
    return added
  }
}

class CallsEveryTaskNew extends MemoryWebhookStore {
  override async add(tasks: readonly WebhookTask[], options?: CallOptions) {
    await super.add(tasks, options)
    return tasks.map((task) => task.id)
  }
}

class ChangesInTwoSteps extends MemoryWebhookStore {
  override async change(id: string, change: (task: WebhookTask) => WebhookTask, options?: CallOptions) {
    const before = await super.get(id, options)
    const after = before && change(before)
    await Promise.resolve()
    return super.change(id, (task) => after ?? task, options)
  }
}

class ChangesTheId extends MemoryWebhookStore {
  override async change(id: string, change: (task: WebhookTask) => WebhookTask, options?: CallOptions) {
    const after = await super.change(id, change, options)
    if (after) this.tasks.set(id, change(after))
    return after
  }
}

class ShowsWhatIsNotDue extends MemoryWebhookStore {
  override due(_now: number, limit: number, options?: CallOptions) {
    return super.due(Number.MAX_SAFE_INTEGER, limit, options)
  }
}

class ShowsTheNewestFirst extends MemoryWebhookStore {
  override async due(now: number, limit: number, options?: CallOptions) {
    return (await super.due(now, 1_000, options)).reverse().slice(0, limit)
  }
}

class WaitsForAnyJob extends MemoryWebhookStore {
  override async waiting(_job: JobId, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    return this.matching((task) => task.status === 'waiting')
  }
}

class ListsEveryOrganization extends MemoryWebhookStore {
  override async list(query: WebhookTaskQuery, options?: CallOptions) {
    const page = await super.list(query, options)
    const foreign = this.matching((task) => task.organizationId !== query.organizationId)
    return { ...page, tasks: [...page.tasks, ...foreign] }
  }
}

class ListsEveryProjectForNone extends MemoryWebhookStore {
  override list({ projectIds, ...query }: WebhookTaskQuery, options?: CallOptions) {
    return super.list({ ...query, ...(projectIds?.length ? { projectIds } : {}) }, options)
  }
}

class PagesByOffset extends MemoryWebhookStore {
  #skip = 0
  override async list({ cursor, ...query }: WebhookTaskQuery, options?: CallOptions) {
    if (cursor === undefined) this.#skip = 0
    const all = (await super.list({ ...query, limit: 100 }, options)).tasks
    const tasks = all.slice(this.#skip, this.#skip + query.limit)
    this.#skip += tasks.length
    return { tasks, nextCursor: all.length > this.#skip ? 'next' : null }
  }
}

class PrunesPendingTasks extends MemoryWebhookStore {
  override async prune(before: number, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    for (const task of this.tasks.values()) if (task.updatedAt < before) this.tasks.delete(task.id)
  }
}

class MovesTheDisabling extends MemoryWebhookStore {
  override async disableEndpoint(id: string, at: number | null, options?: CallOptions) {
    await super.disableEndpoint(id, null, options)
    await super.disableEndpoint(id, at, options)
  }
}

class AddsSomeOfMany extends MemoryWebhookStore {
  override add(tasks: readonly WebhookTask[], options?: CallOptions) {
    return super.add(tasks.slice(0, 1), options)
  }
}

class AddsBeforeItChecks extends MemoryWebhookStore {
  override async add(tasks: readonly WebhookTask[], options?: CallOptions) {
    const known = tasks.filter(({ id }) => this.tasks.has(id))
    await Promise.resolve()
    const added = await super.add(tasks, options)
    return known.length === 0 ? tasks.map(({ id }) => id) : added
  }
}

class WaitsAMomentTooLong extends MemoryWebhookStore {
  override due(now: number, limit: number, options?: CallOptions) {
    return super.due(now - 1, limit, options)
  }
}

class ShowsDeadTasks extends MemoryWebhookStore {
  override async due(now: number, limit: number, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    return this.matching(({ status, dueAt }) => status !== 'done' && status !== 'waiting' && dueAt <= now)
      .sort((a, b) => a.dueAt - b.dueAt)
      .slice(0, limit)
  }
}

class WritesWhatThrew extends MemoryWebhookStore {
  override async change(id: string, change: (task: WebhookTask) => WebhookTask, options?: CallOptions) {
    try {
      return await super.change(id, change, options)
    } catch (error) {
      const task = this.tasks.get(id)
      if (task && !options?.signal?.aborted) this.tasks.set(id, { ...task, attempts: task.attempts + 1 })
      throw error
    }
  }
}

class MakesUnknownTasks extends MemoryWebhookStore {
  override async change(id: string, change: (task: WebhookTask) => WebhookTask, options?: CallOptions) {
    return (await super.change(id, change, options)) ?? ({ id } as WebhookTask)
  }
}

class WaitsForWhatWasSent extends MemoryWebhookStore {
  override async waiting(job: JobId, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    return this.matching((task) => task.jobId === job)
  }
}

class ListsEveryKind extends MemoryWebhookStore {
  override async list(query: WebhookTaskQuery, options?: CallOptions) {
    const page = await super.list(query, options)
    const others = this.matching(
      ({ kind, organizationId }) => kind !== query.kind && organizationId === query.organizationId,
    )
    return { ...page, tasks: [...page.tasks, ...others] }
  }
}

class IgnoresTheStatus extends MemoryWebhookStore {
  override list({ status: _status, ...query }: WebhookTaskQuery, options?: CallOptions) {
    return super.list(query, options)
  }
}

class AnswersACursorForEver extends MemoryWebhookStore {
  override async list(query: WebhookTaskQuery, options?: CallOptions) {
    const page = await super.list(query, options)
    return { ...page, nextCursor: page.nextCursor ?? query.cursor ?? null }
  }
}

class BeginsAnewWithAWrongCursor extends MemoryWebhookStore {
  override list({ cursor, ...query }: WebhookTaskQuery, options?: CallOptions) {
    return super.list(cursor === undefined || cursor.length < 12 ? query : { ...query, cursor }, options)
  }
}

class PrunesAtTheVeryTime extends MemoryWebhookStore {
  override prune(before: number, options?: CallOptions) {
    return super.prune(before + 1, options)
  }
}

class KeepsDeadTasks extends MemoryWebhookStore {
  override async prune(before: number, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    for (const { id } of this.matching(({ status, updatedAt }) => status === 'done' && updatedAt < before))
      this.tasks.delete(id)
  }
}

class EnablesNothing extends MemoryWebhookStore {
  override async disableEndpoint(id: string, at: number | null, options?: CallOptions) {
    if (at !== null) await super.disableEndpoint(id, at, options)
  }
}

class LosesTheLastError extends MemoryWebhookStore {
  override add(tasks: readonly WebhookTask[], options?: CallOptions) {
    return super.add(
      tasks.map(({ lastError: _error, ...task }) => task),
      options,
    )
  }
}

webhookStoreContract('memory', () => ({ store: new MemoryWebhookStore() }))

describe('WebhookStore contract', () => {
  test.each([
    { Broken: OverwritesTasks, sentence: /added again as it is/ },
    { Broken: CallsEveryTaskNew, sentence: /two concurrent adds/ },
    { Broken: ChangesInTwoSteps, sentence: /loses no change/ },
    { Broken: ChangesTheId, sentence: /keeps id, kind and time/ },
    { Broken: ShowsWhatIsNotDue, sentence: /that are due/ },
    { Broken: ShowsTheNewestFirst, sentence: /longest due first/ },
    { Broken: WaitsForAnyJob, sentence: /waiting tasks of a job/ },
    { Broken: ListsEveryOrganization, sentence: /one kind, organization/ },
    { Broken: ListsEveryProjectForNone, sentence: /projects and status/ },
    { Broken: PagesByOffset, sentence: /every task once/ },
    { Broken: PrunesPendingTasks, sentence: /and nothing else/ },
    { Broken: MovesTheDisabling, sentence: /with the first time/ },
    { Broken: AddsSomeOfMany, sentence: /every field/ },
    { Broken: AddsBeforeItChecks, sentence: /two concurrent adds/ },
    { Broken: WaitsAMomentTooLong, sentence: /that are due/ },
    { Broken: ShowsDeadTasks, sentence: /that are due/ },
    { Broken: WritesWhatThrew, sentence: /writes nothing/ },
    { Broken: MakesUnknownTasks, sentence: /unknown task/ },
    { Broken: WaitsForWhatWasSent, sentence: /waiting tasks of a job/ },
    { Broken: ListsEveryKind, sentence: /one kind, organization/ },
    { Broken: IgnoresTheStatus, sentence: /projects and status/ },
    { Broken: AnswersACursorForEver, sentence: /every task once/ },
    { Broken: BeginsAnewWithAWrongCursor, sentence: /wrong cursor/ },
    { Broken: PrunesAtTheVeryTime, sentence: /and nothing else/ },
    { Broken: KeepsDeadTasks, sentence: /and nothing else/ },
    { Broken: EnablesNothing, sentence: /until they are used again/ },
    { Broken: LosesTheLastError, sentence: /every field/ },
  ])('catches a store that is $Broken.name', async ({ Broken, sentence }) => {
    const failing = await failingCases(webhookStoreCases, () => ({ store: new Broken() }))
    expect(failing.join('\n')).toMatch(sentence)
  })
})
