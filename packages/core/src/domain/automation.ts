/** A task of the agent that begins by itself. */
export interface Automation {
  /** A DNS label, unique in the project. */
  readonly id: string
  readonly prompt: string
  /** Cron expression; absent: only a request begins it. */
  readonly schedule?: string
  /** IANA name of the time zone of `schedule`; absent: UTC. */
  readonly timeZone?: string
  /** Whether `POST /v1/workflow/{projectId}/{automationId}/trigger` begins it. */
  readonly onRequest: boolean
  readonly draft?: boolean
  /** Runs within 24 hours. */
  readonly runsPerDay: number
}

/** Automations of one project. */
export const MOST_AUTOMATIONS = 20
