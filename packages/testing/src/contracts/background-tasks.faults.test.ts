import type { AddOptions, DeadTask, Json, TaskHandler, TaskQueue } from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { ManualClock } from '../fakes/manual-clock.ts'
import { MemoryBackgroundTasks } from '../fakes/memory-background-tasks.ts'
import { backgroundTasksCases } from './background-tasks.ts'
import { contractSuite, failingCases } from './contract-case.ts'

class ForgetsKeys extends MemoryBackgroundTasks {
  override add(queue: TaskQueue, data: Json, { key: _, ...options }: AddOptions = {}) {
    return super.add(queue, data, options)
  }
}

class ForgetsPeriods extends MemoryBackgroundTasks {
  override add(queue: TaskQueue, data: Json, { everyMs: _, ...options }: AddOptions = {}) {
    return super.add(queue, data, options)
  }
}

class BeginsAtOnce extends MemoryBackgroundTasks {
  override add(queue: TaskQueue, data: Json, { delayMs: _, ...options }: AddOptions = {}) {
    return super.add(queue, data, options)
  }
}

class LosesTheDead extends MemoryBackgroundTasks {
  override async dead(): Promise<DeadTask[]> {
    return []
  }
}

class LeavesAtOnce extends MemoryBackgroundTasks {
  override work(queue: TaskQueue, handle: TaskHandler): AsyncDisposable {
    void super.work(queue, handle)
    return { [Symbol.asyncDispose]: async () => {} }
  }
}

const contextOf = (Tasks: typeof MemoryBackgroundTasks) => {
  const clock = new ManualClock(1_768_478_400_000)
  const tasks = new Tasks(clock)
  return { tasks, peer: tasks, advance: async (ms: number) => clock.advance(ms) }
}

contractSuite('BackgroundTasks', backgroundTasksCases)('memory', () => contextOf(MemoryBackgroundTasks))

describe('BackgroundTasks contract', () => {
  test.each([
    { Broken: ForgetsKeys, sentence: /one task of a key/ },
    { Broken: ForgetsPeriods, sentence: /in each period/ },
    { Broken: BeginsAtOnce, sentence: /before its delay/ },
    { Broken: LosesTheDead, sentence: /fails each time/ },
    { Broken: LeavesAtOnce, sentence: /when a worker is disposed/ },
  ])('catches tasks of $Broken.name', async ({ Broken, sentence }) => {
    const failing = await failingCases(backgroundTasksCases, () => contextOf(Broken))
    expect(failing.join('\n')).toMatch(sentence)
  })
})
