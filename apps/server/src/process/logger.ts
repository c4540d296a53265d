import { withoutCapabilities } from '@docent/core'
import type { Logger, Telemetry, TraceContext } from '@docent/core/plugin'
import { type DestinationStream, destination, type LevelWithSilent, pino, stdSerializers } from 'pino'
import type { Environment } from '../environment.ts'
import { logLine } from './log-line.ts'

const FLUSH_MS = 250
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

export interface ServerLogger extends Logger {
  /** Writes what is buffered: before the process ends. */
  flush(): void
  /** From now on, lines carry the ids of the trace in which they are written. */
  traceBy(current: Telemetry['current']): void
}

/**
 * Lines on standard error, so that standard output is the command's own. LOG_LEVEL chooses what is written, and
 * LOG_FORMAT=json writes JSON instead of lines for people. Headers and keys are never logged; what could hold one by
 * accident is redacted.
 */
export function createLogger(
  env: Environment,
  out: DestinationStream & { flushSync?(): void } = stderr(),
): ServerLogger {
  const level = LEVELS.includes(env.LOG_LEVEL ?? '') ? (env.LOG_LEVEL as LevelWithSilent) : 'info'
  const isJson = env.LOG_FORMAT === 'json'
  let current: Telemetry['current'] | undefined
  const log = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: { err: stdSerializers.errWithCause },
      mixin: () => traceFields(current?.()),
      redact: { paths: REDACTED, censor: '[redacted]' },
    },
    {
      write(line: string) {
        const shown = withoutCapabilities(line)
        out.write(isJson ? shown : `${logLine(shown)}\n`)
      },
    },
  )
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    flush: () => out.flushSync?.(),
    traceBy: (by) => {
      current = by
    },
  }
}

/** The names under which collectors of logs look for them. */
function traceFields(context: TraceContext | undefined): object {
  return context ? { trace_id: context.traceId, span_id: context.spanId } : {}
}

const REDACTED = ['authorization', 'key', 'token', 'secret', 'password', 'credentials'].flatMap((name) => [
  name,
  `*.${name}`,
])

/** A line is written at the latest after a quarter of a second, many in one write when there are many. */
function stderr(): DestinationStream & { flushSync(): void } {
  const out = destination({ dest: 2, sync: false, minLength: 4_096 })
  let timer: NodeJS.Timeout | undefined
  return {
    write(line) {
      out.write(line)
      if (timer) return
      timer = setTimeout(() => {
        timer = undefined
        out.flush()
      }, FLUSH_MS).unref()
    },
    flushSync: () => out.flushSync(),
  }
}
