import 'reflect-metadata'
import { registerHooks } from 'node:module'
import { afterAll, vi } from 'vitest'

/** Export conditions that are meant for our own packages (`source`) or for bundlers (`module`), not for Node. */
const NOT_FOR_NODE = new Set(['source', 'module'])

/**
 * Our packages are tested from their sources by the export condition `source`, and the test runner hands its
 * conditions to Node for every package. Third-party packages give other meanings to the same names:
 * `eventsource-parser` points `source` to TypeScript, which Node refuses under node_modules, and
 * `@opentelemetry/api` points `module` to files that only a bundler resolves. The AI SDK imports both.
 */
function setUpWorker(): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (!context.parentURL?.includes('/node_modules/')) return nextResolve(specifier, context)
      const conditions = context.conditions.filter((condition) => !NOT_FOR_NODE.has(condition))
      return nextResolve(specifier, { ...context, conditions })
    },
  })
  const { waitFor } = vi
  // What is waited for comes late on a busy machine: half a test's limit, where the runner's own default is a second.
  vi.waitFor = (callback, options) =>
    waitFor(callback, typeof options === 'number' ? options : { timeout: 60_000, ...options })
}

// This file runs before each test file, and a worker runs many.
const worker = globalThis as { isSetUp?: boolean }
if (!worker.isSetUp) setUpWorker()
worker.isSetUp = true

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
