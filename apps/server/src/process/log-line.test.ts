import { DocentError } from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { createLogger } from './logger.ts'

function logged(write: (logger: ReturnType<typeof createLogger>) => void, env = {}): string[] {
  const lines: string[] = []
  write(createLogger(env, { write: (line) => void lines.push(line) }))
  return lines
}

describe('the log', () => {
  test('is lines for people: time, level, message and fields', () => {
    const [line] = logged((log) =>
      log.warn({ project: 'handbook', path: 'a b', count: 2 }, 'a page was skipped'),
    )
    expect(line).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z WARN {2}a page was skipped project=handbook path="a b" count=2\n$/,
    )
  })

  test('gives the message of Docent’s own errors with their causes and no stack, and the stack of any other', () => {
    const cause = new Error('boom')
    const own = new DocentError('model_failed', 'The model server is away.', { cause })
    const [first, second] = logged((log) => {
      log.error({ err: new DocentError('timeout', 'It took too long.') }, 'an answer failed')
      log.error({ err: own }, 'an answer failed')
    })
    expect(first).toMatch(/ERROR an answer failed: It took too long\.\n$/)
    expect(second).toContain('an answer failed: The model server is away.\n  because: Error: boom\n')
    expect(second).toContain('log-line.test.ts')
  })

  test('is JSON when LOG_FORMAT=json asks for it', () => {
    const [line = ''] = logged((log) => log.info({ url: 'x' }, 'listening'), { LOG_FORMAT: 'json' })
    expect(JSON.parse(line)).toMatchObject({ level: 30, msg: 'listening', url: 'x' })
  })

  test('hides what could be a key in either format', () => {
    for (const env of [{}, { LOG_FORMAT: 'json' }]) {
      const [line] = logged((log) => log.info({ token: 'abc123', nested: { secret: 'abc123' } }, 'x'), env)
      expect(line).not.toContain('abc123')
    }
  })
})
