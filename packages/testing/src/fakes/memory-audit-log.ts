import {
  type AuditEntry,
  type AuditLog,
  type AuditPage,
  type AuditQuery,
  type CallOptions,
  decodeListCursor,
  encodeListCursor,
} from '@docent/core/plugin'

/** The audit log in memory, for tests. */
export class MemoryAuditLog implements AuditLog {
  protected stored: AuditEntry[] = []

  async record(entry: AuditEntry, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    this.stored.push(structuredClone(entry))
  }

  async list(query: AuditQuery, options?: CallOptions): Promise<AuditPage> {
    options?.signal?.throwIfAborted()
    const before = query.cursor === undefined ? undefined : decodeListCursor(query.cursor)
    const found = this.stored
      .filter((entry) => this.matches(entry, query))
      .sort((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1))
      .filter(({ at, id }) => !before || at < before.rank || (at === before.rank && id < before.id))
    const entries = structuredClone(found.slice(0, query.limit))
    const last = found.length > query.limit ? entries.at(-1) : undefined
    return { entries, nextCursor: last ? encodeListCursor({ rank: last.at, id: last.id }) : null }
  }

  async prune(before: number, options?: CallOptions): Promise<number> {
    options?.signal?.throwIfAborted()
    const kept = this.stored.filter(({ at }) => at >= before)
    const deleted = this.stored.length - kept.length
    this.stored = kept
    return deleted
  }

  protected matches(entry: AuditEntry, query: AuditQuery): boolean {
    const { organizationId, actorId, action, target, from = 0, until = Number.MAX_SAFE_INTEGER } = query
    return (
      entry.organizationId === organizationId &&
      entry.at >= from &&
      entry.at < until &&
      (actorId === undefined || entry.actor.id === actorId) &&
      (target === undefined || entry.target === target) &&
      (action === undefined || entry.action === action || entry.action.startsWith(`${action}.`))
    )
  }
}
