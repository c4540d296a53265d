import { expect, test, vi } from 'vitest'
import { DocentError } from '../../errors/docent-error.ts'
import { MachineGate } from './machine-gate.ts'

function scene() {
  let now = 0
  const health = vi.fn(async () => ({ ok: true, message: 'full' }))
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const gate = new MachineGate({ health }, logger, () => now)
  const advance = (ms: number) => {
    now += ms
  }
  return { gate, health, logger, advance }
}

const local = new DocentError('dependency_failed', 'The disk is full.', { isRetryable: true, isLocal: true })

test('is closed while the machine cannot carry jobs, says so once, and opens again by itself', async () => {
  const { gate, health, logger, advance } = scene()
  expect(await gate.isOpen()).toBe(true)
  health.mockResolvedValue({ ok: false, message: 'full' })
  expect(await gate.closesFor(local)).toBe(true)
  for (let looks = 0; looks < 10; looks++) {
    expect(await gate.isOpen()).toBe(false)
    advance(500)
  }
  expect(logger.error).toHaveBeenCalledTimes(1)
  expect(logger.error).toHaveBeenCalledWith({ reason: 'full' }, expect.any(String))
  health.mockResolvedValue({ ok: true, message: '' })
  advance(30_000)
  expect(await gate.isOpen()).toBe(true)
  expect(logger.info).toHaveBeenCalledTimes(1)
})

test('looks at the machine seldom, and less often the longer it cannot carry jobs', async () => {
  const { gate, health, advance } = scene()
  await Promise.all([gate.isOpen(), gate.isOpen(), gate.isOpen()])
  expect(health).toHaveBeenCalledTimes(1)
  health.mockResolvedValue({ ok: false, message: 'full' })
  for (let second = 0; second < 300; second++) {
    advance(1_000)
    await gate.isOpen()
  }
  expect(health.mock.calls.length).toBeLessThan(20)
})

test('keeps a job whose machine is well again: it waits as for any other outage', async () => {
  expect(await scene().gate.closesFor(local)).toBe(false)
})

test('is open where nothing tells about the machine', async () => {
  const { logger } = scene()
  expect(await new MachineGate({}, logger).isOpen()).toBe(true)
})
