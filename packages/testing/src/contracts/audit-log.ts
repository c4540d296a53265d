import { type AuditEntry, type AuditLog, organizationId } from '@docent/core/plugin'
import { expect } from 'vitest'
import { type ContractCase, type ContractContext, contractSuite } from './contract-case.ts'

export interface AuditLogContext extends ContractContext {
  readonly log: AuditLog
  /** Another log over the same data, as another process has it. Absent when the data is in memory. */
  peer?(): AuditLog | Promise<AuditLog>
}

const mine = organizationId('mine')
const theirs = organizationId('theirs')
const NOON = Date.UTC(2026, 0, 15, 12)

export const auditLogCases: readonly ContractCase<AuditLogContext>[] = [
  {
    name: 'gives back every field of an entry, to every log over the same data',
    async run({ log, peer }) {
      const whole = entry('a', {
        actor: { kind: 'key', id: 'k1', name: 'CI' },
        target: 'project-1',
        details: { name: 'Ünï', count: 3, draft: true, before: null },
        ip: '2001:db8::1',
        userAgent: 'curl/8',
      })
      await log.record(whole)
      const reader = (await peer?.()) ?? log
      expect(await reader.list({ organizationId: mine, limit: 10 })).toEqual({
        entries: [whole],
        nextCursor: null,
      })
    },
  },
  {
    name: 'lists one organization, newest first, those of one moment by their id',
    async run({ log }) {
      await log.record(entry('b', { at: NOON }))
      await log.record(entry('a', { at: NOON }))
      await log.record(entry('c', { at: NOON + 1 }))
      await log.record(entry('z', { organizationId: theirs, at: NOON + 2 }))
      expect(await idsOf(log)).toEqual(['c', 'b', 'a'])
    },
  },
  {
    name: 'pages without losing or repeating an entry, while new ones come',
    async run({ log }) {
      for (const id of ['a', 'b', 'c', 'd', 'e']) await log.record(entry(id, { at: NOON }))
      const first = await log.list({ organizationId: mine, limit: 2 })
      expect(first.entries.map(({ id }) => id)).toEqual(['e', 'd'])
      await log.record(entry('f', { at: NOON + 1 }))
      const second = await log.list({ organizationId: mine, limit: 2, cursor: first.nextCursor ?? '' })
      expect(second.entries.map(({ id }) => id)).toEqual(['c', 'b'])
      const third = await log.list({ organizationId: mine, limit: 2, cursor: second.nextCursor ?? '' })
      expect([third.entries.map(({ id }) => id), third.nextCursor]).toEqual([['a'], null])
    },
  },
  {
    name: 'refuses a cursor that no page answered',
    async run({ log }) {
      const listing = log.list({ organizationId: mine, limit: 2, cursor: 'nonsense' })
      await expect(listing).rejects.toMatchObject({ code: 'invalid_request' })
    },
  },
  {
    name: 'filters by actor, action, area, target and time',
    async run({ log }) {
      await log.record(entry('a', { action: 'key.create', target: 'k1' }))
      await log.record(entry('b', { action: 'key.revoke', target: 'k1', at: NOON + 10 }))
      await log.record(entry('c', { action: 'keyring.open', at: NOON + 20 }))
      await log.record(entry('d', { actor: { kind: 'member', id: 'ada', name: 'Ada' }, at: NOON + 30 }))
      expect(await idsOf(log, { action: 'key' })).toEqual(['b', 'a'])
      expect(await idsOf(log, { action: 'key.create' })).toEqual(['a'])
      expect(await idsOf(log, { target: 'k1' })).toEqual(['b', 'a'])
      expect(await idsOf(log, { actorId: 'ada' })).toEqual(['d'])
      expect(await idsOf(log, { from: NOON + 10, until: NOON + 20 })).toEqual(['b'])
      expect(await idsOf(log, { action: 'key', target: 'nobody' })).toEqual([])
      expect(await idsOf(log, { action: '%' })).toEqual([])
    },
  },
  {
    name: 'deletes what is older, of every organization, and says how many',
    async run({ log }) {
      await log.record(entry('a', { at: NOON - 1 }))
      await log.record(entry('b', { at: NOON }))
      await log.record(entry('c', { at: NOON - 2, organizationId: theirs }))
      expect(await log.prune(NOON)).toBe(2)
      expect(await log.prune(NOON)).toBe(0)
      expect(await idsOf(log)).toEqual(['b'])
    },
  },
  {
    name: 'does nothing when the signal is aborted',
    async run({ log }) {
      const signal = AbortSignal.abort(new Error('left'))
      await expect(log.record(entry('a'), { signal })).rejects.toThrow('left')
      expect(await idsOf(log)).toEqual([])
    },
  },
]

/** The promises of `AuditLog`, as tests of an adapter. */
export const auditLogContract: (
  name: string,
  factory: () => AuditLogContext | Promise<AuditLogContext>,
) => void = contractSuite('AuditLog', auditLogCases)

function entry(id: string, change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id,
    organizationId: mine,
    at: NOON,
    actor: { kind: 'command', id: null, name: 'docent' },
    action: 'project.add',
    target: null,
    details: {},
    ip: null,
    userAgent: null,
    ...change,
  }
}

async function idsOf(log: AuditLog, filter: object = {}): Promise<string[]> {
  const { entries } = await log.list({ organizationId: mine, limit: 100, ...filter })
  return entries.map(({ id }) => id)
}
