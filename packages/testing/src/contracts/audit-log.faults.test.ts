import type { AuditEntry, AuditQuery, CallOptions } from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { MemoryAuditLog } from '../fakes/memory-audit-log.ts'
import { auditLogCases, auditLogContract } from './audit-log.ts'
import { failingCases } from './contract-case.ts'

class ListsEveryOrganization extends MemoryAuditLog {
  protected override matches(entry: AuditEntry, query: AuditQuery) {
    return super.matches(entry, { ...query, organizationId: entry.organizationId })
  }
}

class TakesAPrefixForAnArea extends MemoryAuditLog {
  protected override matches(entry: AuditEntry, query: AuditQuery) {
    const { action, ...rest } = query
    return super.matches(entry, rest) && (action === undefined || entry.action.startsWith(action))
  }
}

class ForgetsDetails extends MemoryAuditLog {
  override record(entry: AuditEntry, options?: CallOptions) {
    return super.record({ ...entry, details: {} }, options)
  }
}

class PrunesTheEdge extends MemoryAuditLog {
  override prune(before: number, options?: CallOptions) {
    return super.prune(before + 1, options)
  }
}

class IgnoresTheCursor extends MemoryAuditLog {
  override list(query: AuditQuery, options?: CallOptions) {
    const { cursor: _, ...rest } = query
    return super.list(rest, options)
  }
}

class OldestFirst extends MemoryAuditLog {
  override async list(query: AuditQuery, options?: CallOptions) {
    const page = await super.list(query, options)
    return { ...page, entries: page.entries.toReversed() }
  }
}

auditLogContract('memory', () => ({ log: new MemoryAuditLog() }))

describe('AuditLog contract', () => {
  test.each([
    { Broken: ListsEveryOrganization, sentence: /one organization/ },
    { Broken: TakesAPrefixForAnArea, sentence: /filters/ },
    { Broken: ForgetsDetails, sentence: /every field/ },
    { Broken: PrunesTheEdge, sentence: /deletes what is older/ },
    { Broken: IgnoresTheCursor, sentence: /pages without/ },
    { Broken: OldestFirst, sentence: /newest first/ },
  ])('catches a log that is $Broken.name', async ({ Broken, sentence }) => {
    const failing = await failingCases(auditLogCases, () => ({ log: new Broken() }))
    expect(failing.join('\n')).toMatch(sentence)
  })
})
