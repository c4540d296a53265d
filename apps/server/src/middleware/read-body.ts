import type { IncomingMessage, ServerResponse } from 'node:http'
import { DocentError } from '@docent/core'
import { continueBody } from './conversations.ts'

/** What is read past the limit before the connection is cut, so that a client that is still sending sees the 413. */
const DISCARD_BYTES = 8 * 1024 * 1024

/** @throws DocentError `body_too_large`, whether the length was announced or not; `aborted` when the client left. */
export function readBody(req: IncomingMessage, res: ServerResponse, maxBytes: number): Promise<Uint8Array> {
  const announced = Number(req.headers['content-length'] ?? 0)
  if (announced > maxBytes) return Promise.reject(refuse(req, maxBytes))
  continueBody(req, res)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) {
        chunks.push(chunk)
        return
      }
      stop()
      reject(refuse(req, maxBytes))
    }
    const onEnd = () => {
      stop()
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))
    }
    const onGone = () => {
      stop()
      reject(new DocentError('aborted', 'The client disconnected before its request was complete.'))
    }
    const stop = () => {
      req.off('data', onData).off('end', onEnd).off('close', onGone)
    }
    req.on('data', onData).once('end', onEnd).once('close', onGone)
    // Without a listener an aborted upload is an uncaught exception; `close` follows it.
    req.on('error', onGone)
  })
}

function refuse(req: IncomingMessage, maxBytes: number): DocentError {
  let rest = 0
  req.on('data', (chunk: Buffer) => {
    rest += chunk.length
    if (rest > DISCARD_BYTES) req.destroy()
  })
  return new DocentError(
    'body_too_large',
    `The body is larger than the limit of ${maxBytes.toLocaleString('en')} bytes.`,
  )
}
