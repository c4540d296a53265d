import type { ReplySink } from '../exchange/reply-sink.ts'

/**
 * Destroys the connection when the client takes nothing of what was written for so long. Goes by the progress of the
 * socket, so that a slow client stays, and a reply that has ended, but was not taken, goes as well.
 */
export function cutStalledReader(res: ReplySink, afterMs: number): void {
  res.setTimeout(afterMs, () => {
    // With nothing to send it is the server that is silent.
    if (res.writableLength > 0 || (res.socket?.writableLength ?? 0) > 0) res.destroy()
  })
}
