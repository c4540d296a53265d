import { inject, injectable } from 'tsyringe'
import type { AuditEntry } from '../domain/audit-entry.ts'
import { AuditLog } from '../ports/audit-log.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { Settings } from '../ports/settings.ts'

const DAY_MS = 24 * 60 * 60_000
const DEFAULT_DAYS = 365
const MAX_TEXT = 300

/** Writes the audit log, and deletes what its retention does not keep. */
@injectable()
export class RecordAudit {
  constructor(
    @inject(AuditLog) private readonly log: AuditLog,
    @inject(Clock) private readonly clock: Clock,
    @inject(Ids) private readonly ids: Ids,
    @inject(Settings) private readonly settings: Settings,
  ) {}

  async record(done: Omit<AuditEntry, 'id' | 'at'>, options: CallOptions = {}): Promise<void> {
    const userAgent = done.userAgent?.slice(0, MAX_TEXT) ?? null
    const target = done.target?.slice(0, MAX_TEXT) ?? null
    await this.log.record(
      { ...done, userAgent, target, id: this.ids.sortable(), at: this.clock.now() },
      options,
    )
  }

  /** @returns how many entries were too old */
  async prune(options: CallOptions = {}): Promise<number> {
    const days = this.settings.auditDays ?? DEFAULT_DAYS
    return this.log.prune(this.clock.now() - days * DAY_MS, options)
  }
}
