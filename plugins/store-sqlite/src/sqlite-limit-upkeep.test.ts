import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SqliteLimitUpkeep } from './sqlite-limit-upkeep.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'docent-upkeep-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true })
})

function make(walFile: string, sweeps: number[]) {
  const errors: unknown[] = []
  const limits: number[] = []
  const sweep = (limit: number) => {
    limits.push(limit)
    return sweeps.shift() ?? 0
  }
  const upkeep = new SqliteLimitUpkeep({
    walFile,
    afterMs: 1,
    sweep,
    onError: (error) => errors.push(error),
  })
  return { upkeep, errors, limits }
}

describe('SqliteLimitUpkeep', () => {
  test('sweeps again while batches are full, then rests', async () => {
    const { upkeep, errors, limits } = make(join(directory, 'gone'), [200, 200, 3])
    upkeep.dirty()
    upkeep.dirty()
    await vi.waitFor(() => expect(limits).toEqual([200, 200, 200]))
    expect(errors).toEqual([])
  })

  test('tells about a flush that failed and goes on', async () => {
    const { upkeep, errors, limits } = make(directory, [])
    upkeep.dirty()
    await vi.waitFor(() => expect(errors).toMatchObject([{ code: 'EISDIR' }]))
    upkeep.dirty()
    await vi.waitFor(() => expect(limits).toHaveLength(2))
    await vi.waitFor(() => expect(errors).toHaveLength(2))
  })

  test('does nothing once it is stopped', () => {
    vi.useFakeTimers()
    try {
      const { upkeep, limits } = make(join(directory, 'gone'), [])
      upkeep.dirty()
      upkeep.stop()
      vi.advanceTimersByTime(1_000)
      expect(limits).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })
})
