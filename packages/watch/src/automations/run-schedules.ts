import type { Automation } from '@docent/core'
import { type Clock, DocentError, type Logger, type Project } from '@docent/core/plugin'
import { Cron } from 'croner'
import type { RunAutomation } from './run-automation.ts'

/** Begins the runs of a project that are due by their schedule. */
export class RunSchedules {
  constructor(
    private readonly automations: RunAutomation,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** A run that was missed, because no server was up, happens once, however often it was missed. */
  async runDue(project: Project, signal: AbortSignal): Promise<void> {
    for (const automation of project.automations ?? []) {
      if (automation.schedule === undefined) continue
      try {
        await this.#runIfDue(project, automation, automation.schedule, signal)
      } catch (error) {
        signal.throwIfAborted()
        const fields = { project: project.id, automation: automation.id }
        if (DocentError.is(error))
          this.logger.warn({ ...fields, reason: error.message }, 'an automation did not run')
        else this.logger.error({ ...fields, err: error }, 'an automation did not run')
      }
    }
  }

  async #runIfDue(
    project: Project,
    automation: Automation,
    schedule: string,
    signal: AbortSignal,
  ): Promise<void> {
    const now = this.clock.now()
    const { stored, runs } = await this.automations.runsOf(project, automation)
    // Nothing is missed before it was set up.
    if (runs.looked === undefined)
      return this.automations.keep(project, automation, stored, { ...runs, looked: now })
    const due = nextRun(schedule, automation.timeZone, runs.looked)
    if (due === undefined || due > now) return
    const instance = new Date(due).toISOString()
    try {
      const job = await this.automations.run({ project, automation, instance }, signal)
      this.logger.info(
        { project: project.id, automation: automation.id, jobId: job.id },
        'an automation runs',
      )
    } catch (error) {
      // In a minute it may succeed.
      if (!DocentError.is(error) || error.isRetryable) throw error
      await this.#keepLooked(project, automation, now)
      throw error
    }
    await this.#keepLooked(project, automation, now)
  }

  async #keepLooked(project: Project, automation: Automation, looked: number): Promise<void> {
    const { stored, runs } = await this.automations.runsOf(project, automation)
    await this.automations.keep(project, automation, stored, { ...runs, looked })
  }
}

/** @throws DocentError `configuration` for what is no cron expression */
export function nextRun(schedule: string, timeZone: string | undefined, after: number): number | undefined {
  try {
    const cron = new Cron(schedule, { timezone: timeZone ?? 'UTC', mode: '5-part' })
    return cron.nextRun(new Date(after))?.getTime()
  } catch (error) {
    throw new DocentError(
      'configuration',
      `"${schedule}" is no cron expression with five fields, such as 0 6 * * 1.`,
      {
        cause: error,
      },
    )
  }
}
