import type { TextStream } from '@docent/core/plugin'
import type { ReplySink } from '../exchange/reply-sink.ts'
import { CoalescingWriter } from './coalescing-writer.ts'
import { cutStalledReader } from './cut-stalled-reader.ts'
import type { StreamMemory } from './stream-memory.ts'

export interface WriteStreamOptions {
  /** Silence after which the keep-alive is written, ms. */
  keepAliveMs: number
  /** Time after which a client that takes nothing is cut off, ms. */
  stalledReaderMs: number
  memory: StreamMemory
}

/**
 * Writes a stream to the response until it ends or the client leaves. What is pushed within one callback of the event
 * loop goes out in one write. While the client does not read, each push returns a promise, and the producer waits; a
 * client that goes on not reading is cut off. When it has left, the next push throws `aborted`.
 * @throws what the producer throws; the response is left open then, for the caller to cut off.
 */
export async function writeStream(
  res: ReplySink,
  { write, keepAlive, resumable }: TextStream,
  { keepAliveMs, stalledReaderMs, memory }: WriteStreamOptions,
): Promise<void> {
  // What can be resumed is stored already; an answer is kept until it is whole.
  const writer = new CoalescingWriter(res, { memory, keepsAll: !resumable })
  const timer = setInterval(() => writer.keepAlive(keepAlive, keepAliveMs * (2 / 3)), keepAliveMs / 3)
  cutStalledReader(res, stalledReaderMs)
  try {
    await write(writer.write)
  } catch (error) {
    // A producer that ends because its client left has not failed.
    if (error === writer.left) return
    throw error
  } finally {
    clearInterval(timer)
    writer.close()
  }
  writer.flush()
  res.end()
}
