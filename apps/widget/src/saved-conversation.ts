import type { Turn } from './turn.ts'

export interface Saved {
  turns: readonly Turn[]
  threadId: string
  threadKey?: string
  fp: string
}

/** A conversation in the browser's storage, shared by the pages and tabs of a site. */
export interface SavedConversation {
  read(): Saved | undefined
  write(saved: Saved): void
  clear(): void
  /** Another tab wrote or cleared it. */
  onChange(listener: () => void): void
  dispose(): void
}

/** A conversation that nobody went on with for this long begins anew. */
const LIFETIME_MS = 24 * 60 * 60 * 1000
const MOST_TURNS = 30

/** `undefined` where the browser blocks storage: then the conversation lives with the page. */
export function openSavedConversation(name: string): SavedConversation | undefined {
  const storage = storageOf()
  if (storage === undefined) return undefined
  const key = `docent:${name}`
  let stopListening = () => {}
  return {
    read: () => parse(storage.getItem(key)),
    write(saved) {
      const turns = saved.turns.slice(-MOST_TURNS)
      try {
        storage.setItem(key, JSON.stringify({ ...saved, turns, at: Date.now() }))
      } catch (error) {
        // The site's share of storage is full: the conversation goes on without being kept.
        console.warn('docent-assistant: the conversation could not be kept.', error)
      }
    },
    clear: () => storage.removeItem(key),
    onChange(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.storageArea === storage && event.key === key) listener()
      }
      window.addEventListener('storage', onStorage)
      stopListening = () => window.removeEventListener('storage', onStorage)
    },
    dispose: () => stopListening(),
  }
}

function storageOf(): Storage | undefined {
  try {
    const storage = window.localStorage
    storage.setItem('docent:probe', '1')
    storage.removeItem('docent:probe')
    return storage
  } catch {
    return undefined
  }
}

function parse(text: string | null): Saved | undefined {
  if (text === null) return undefined
  try {
    const saved = JSON.parse(text) as Saved & { at: number }
    if (typeof saved.threadId !== 'string' || !Array.isArray(saved.turns)) return undefined
    if (!(Date.now() - saved.at < LIFETIME_MS)) return undefined
    return { ...saved, turns: saved.turns.map(ended) }
  } catch {
    return undefined
  }
}

/** An answer that a page left behind while it was coming is not coming any more. */
function ended(turn: Turn): Turn {
  return turn.status === 'asking' || turn.status === 'answering' ? { ...turn, status: 'stopped' } : turn
}
