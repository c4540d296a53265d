import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { version } from '../version.ts'
import { ControlHello } from './control-protocol.ts'
import { readServerRecord, type ServerRecord } from './server-record.ts'

/** A server that is alive answers at once; one that is busy for longer is left alone. */
const ANSWER_MS = 10_000

/** The running server of a data directory; undefined when there is none that this version can talk to. */
export async function findServer(dataDirectory: string): Promise<ServerRecord | undefined> {
  const record = await readServerRecord(dataDirectory)
  if (record === undefined || record.version !== version() || !isAlive(record.pid)) return undefined
  const hello = await greet(record)
  return hello?.pid === record.pid ? record : undefined
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It belongs to somebody else: its answer decides.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Undefined when another program, or none, answers at the address. */
function greet({ control, token }: ServerRecord): Promise<ControlHello | undefined> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` }
    const asked = request(control, { headers, signal: AbortSignal.timeout(ANSWER_MS) }, (reply) => {
      text(reply).then(
        (body) => resolve(reply.statusCode === 200 ? helloOf(body) : undefined),
        () => resolve(undefined),
      )
    })
    asked.once('error', () => resolve(undefined))
    asked.end()
  })
}

function helloOf(body: string): ControlHello | undefined {
  try {
    return ControlHello.safeParse(JSON.parse(body)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
