import { type IncomingMessage, request } from 'node:http'
import { ReportedFailure } from '@docent/command-line'
import type { OutputEvent, OutputSink } from '@docent/core/plugin'
import { DocentError } from '@docent/core/plugin'
import type { ControlReply, ControlRequest } from './control-protocol.ts'
import type { ServerRecord } from './server-record.ts'

/**
 * Has a running server run a command, and passes on what it says.
 * @returns the result of the command.
 * @throws ReportedFailure when the command failed, DocentError `unavailable` when the server ended.
 */
export async function runOnServer(
  { control, token, url }: ServerRecord,
  command: ControlRequest,
  sink: OutputSink,
  signal: AbortSignal,
): Promise<unknown> {
  const reply = await post(control, token, JSON.stringify(command), signal).catch((error: unknown) => {
    // Nothing is replied before the command says something.
    throw isConnectionLost(error) ? gone(url) : error
  })
  // A command may be silent for long: only its end, or that of the server, ends the wait.
  for await (const line of linesOf(reply)) {
    const part = JSON.parse(line) as ControlReply
    if (part.type === 'result') return part.result
    if (part.type === 'failure') throw new ReportedFailure(part.failure)
    sink(part satisfies OutputEvent)
  }
  signal.throwIfAborted()
  throw gone(url)
}

function post(control: string, token: string, body: string, signal: AbortSignal) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = request(control, { method: 'POST', headers, signal }, resolve)
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Whole lines; what a server that was killed has begun to write is none. */
async function* linesOf(reply: IncomingMessage): AsyncIterable<string> {
  let rest = ''
  try {
    for await (const piece of reply.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    if (!isConnectionLost(error)) throw error
  }
}

function isConnectionLost(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ECONNRESET' || error.code === 'ECONNREFUSED')
  )
}

function gone(url: string): DocentError {
  return new DocentError(
    'unavailable',
    `The server at ${url} ended while it ran the command. Start it again, or run the command without a server.`,
  )
}
