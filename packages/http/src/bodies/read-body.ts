import { DocentError } from '@docent/core/plugin'
import type { ReplySink } from '../exchange/reply-sink.ts'
import type { RequestSource } from '../exchange/request-source.ts'
import { continueBody } from './continue-body.ts'
import type { LargeBodies } from './large-bodies.ts'

/** What is read past the limit before the connection is cut, so that a client that is still sending sees the 413. */
const DISCARD_BYTES = 32 * 1024 * 1024

/** How much of a body is read, bytes. */
export interface BodyLimit {
  readonly maxBytes: number
  /** From here on, the body has to fit in beside those of other requests. */
  readonly largeBytes: number
  readonly large: LargeBodies
}

/**
 * @throws DocentError `configuration` when something else has read the body; `body_too_large`, whether the length was
 * announced or not; `unavailable` when other large bodies fill the memory; `aborted` when the client left.
 */
export function readBody(
  req: RequestSource,
  res: ReplySink,
  { maxBytes, largeBytes, large }: BodyLimit,
): Promise<Uint8Array> {
  const announced = Number(req.headers['content-length'] ?? 0)
  if (announced > maxBytes) {
    discard(req)
    return Promise.reject(tooLarge(maxBytes))
  }
  if (req.readableEnded)
    return Promise.reject(
      new DocentError(
        'configuration',
        'The body of the request was read before Docent got it. Mount Docent before what reads bodies, such as express.json().',
      ),
    )
  if (req.destroyed) return Promise.reject(gone())
  continueBody(req, res)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const count = large.counter(res)
    const onData = (chunk: Buffer) => {
      size += chunk.length
      const refused =
        size > maxBytes ? tooLarge(maxBytes) : size > largeBytes ? count(chunk.length) : undefined
      if (refused === undefined) {
        chunks.push(chunk)
        return
      }
      stop()
      discard(req)
      reject(refused)
    }
    const onEnd = () => {
      stop()
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))
    }
    const onGone = () => {
      stop()
      reject(gone())
    }
    const stop = () => {
      req.off('data', onData).off('end', onEnd).off('close', onGone)
    }
    req.on('data', onData).once('end', onEnd).once('close', onGone)
    // Without a listener an aborted upload is an uncaught exception; `close` follows it.
    req.on('error', onGone)
  })
}

function discard(req: RequestSource): void {
  let rest = 0
  req.on('data', (chunk: Buffer) => {
    rest += chunk.length
    if (rest > DISCARD_BYTES) req.destroy()
  })
}

function gone(): DocentError {
  return new DocentError('aborted', 'The client disconnected before its request was complete.')
}

function tooLarge(maxBytes: number): DocentError {
  return new DocentError(
    'body_too_large',
    `The body is larger than the limit of ${maxBytes.toLocaleString('en')} bytes.`,
  )
}
