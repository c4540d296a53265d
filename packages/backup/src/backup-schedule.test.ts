import { BackgroundTasks, type Docent, Logger } from '@docent/core/plugin'
import { ManualClock, MemoryBackgroundTasks } from '@docent/testing'
import { expect, test, vi } from 'vitest'
import { backupSchedule } from './backup-schedule.ts'

const BACKUP = { name: 'n', file: '/b/n', bytes: 1, files: 1, isEncrypted: false, createdAt: '' }

function setup(everyHours: number, make: () => Promise<typeof BACKUP>) {
  const log: string[] = []
  const write = (_: object, message: string) => void log.push(message)
  const clock = new ManualClock()
  const known = new Map<unknown, unknown>([
    [BackgroundTasks, new MemoryBackgroundTasks(clock)],
    [Logger, { debug: write, info: write, warn: write, error: write }],
  ])
  const docent = { resolve: (target: unknown) => known.get(target) } as Docent
  return { log, clock, open: () => backupSchedule(docent, { address: '/b', everyHours, make }) }
}

test('makes one backup a period, whichever process asks, and one more in the next', async () => {
  const make = vi.fn(async () => BACKUP)
  const { log, clock, open } = setup(24, make)
  const schedules = [open(), open()]
  for (const schedule of schedules) schedule?.start()
  await vi.waitFor(() => {
    clock.advance(30_000)
    expect(make).toHaveBeenCalledTimes(1)
  })
  for (const schedule of schedules) await schedule?.stop()
  const sameDay = open()
  sameDay?.start()
  await sameDay?.stop()
  expect(make).toHaveBeenCalledTimes(1)
  clock.advance(24 * 3_600_000)
  const nextDay = open()
  nextDay?.start()
  await vi.waitFor(() => {
    clock.advance(30_000)
    expect(make).toHaveBeenCalledTimes(2)
  })
  await nextDay?.stop()
  expect(log).toEqual(['the data directory was backed up', 'the data directory was backed up'])
})

test('says why a backup failed, and tries again', async () => {
  let tries = 0
  const { log, clock, open } = setup(1, async () => {
    tries++
    if (tries === 1) throw new Error('the disk is full')
    return BACKUP
  })
  const schedule = open()
  schedule?.start()
  await vi.waitFor(() => {
    clock.advance(30_000)
    expect(log).toEqual(['the backup failed', 'the data directory was backed up'])
  })
  await schedule?.stop()
})

test('there is none without a period', () => {
  expect(setup(0, async () => BACKUP).open()).toBeUndefined()
})
