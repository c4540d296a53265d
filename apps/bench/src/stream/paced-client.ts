import { connect } from 'node:net'
import { questionBody, type Target } from './stream-client.ts'
import { now } from './stream-model.ts'

/** Told of each delta: when the model made it, and how much later it was read, ms. */
export type OnDelta = (due: number, delay: number) => void

const AT = 0x40
const SPACE = 0x20
const DOT = 0x2e
const ZERO = 0x30

/** All replies are read into it, one after the other: a buffer a read would cost more than the reading. */
const shared = { buffer: Buffer.allocUnsafe(256 * 1024) }

/**
 * Asks for a paced reply and hands over each of its deltas. Reads bare sockets and looks at bytes: with a thousand
 * replies at once a real HTTP client needs more than the server that is measured. Resolves when the reply ends or the
 * signal cuts it off, with the error of a connection that failed.
 */
export function readPaced(
  target: Target,
  deltas: number,
  onDelta: OnDelta,
  signal: AbortSignal,
): Promise<Error | undefined> {
  const { hostname, port, pathname } = new URL(target.url)
  const body = questionBody(`paced ${deltas}`)
  const headers = {
    host: `${hostname}:${port}`,
    connection: 'close',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...target.headers,
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const marks = new DueMarks(onDelta)
  return new Promise((resolve) => {
    let isFirst = true
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: {
        buffer: shared.buffer,
        callback: (length, bytes) => {
          if (isFirst && !isOk(bytes)) {
            socket.destroy(new Error(`${target.url} did not answer 200.`))
            return false
          }
          isFirst = false
          marks.read(bytes, length)
          return true
        },
      },
    })
    let failure: Error | undefined
    const cutOff = () => socket.destroy()
    signal.addEventListener('abort', cutOff, { once: true })
    socket.on('error', (error) => {
      failure = error
    })
    socket.on('close', () => {
      signal.removeEventListener('abort', cutOff)
      resolve(failure)
    })
    socket.write(`POST ${pathname} HTTP/1.1\r\n${head.join('')}\r\n${body}`)
  })
}

const OK = Buffer.from('HTTP/1.1 200 OK')

function isOk(bytes: Uint8Array): boolean {
  return OK.equals(bytes.subarray(0, OK.length))
}

/** Finds `@<milliseconds>.<tenth> ` in bytes that come in any pieces. */
class DueMarks {
  #whole = 0
  #tenths = 0
  #state: 'text' | 'whole' | 'tenths' = 'text'

  constructor(private readonly onDelta: OnDelta) {}

  read(bytes: Uint8Array, length: number): void {
    const at = now()
    for (let i = 0; i < length; i++) {
      const byte = bytes[i] as number
      if (byte === AT) {
        this.#state = 'whole'
        this.#whole = 0
        this.#tenths = 0
      } else if (this.#state === 'text') {
      } else if (byte === SPACE) {
        this.#state = 'text'
        const due = this.#whole + this.#tenths / 10
        this.onDelta(due, at - due)
      } else if (byte === DOT) this.#state = 'tenths'
      else if (this.#state === 'whole') this.#whole = this.#whole * 10 + byte - ZERO
      else this.#tenths = byte - ZERO
    }
  }
}
