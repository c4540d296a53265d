import type { FailureReport } from '@docent/command-line'
import type { OutputEvent } from '@docent/core/plugin'
import { ProjectOptions } from '@docent/http/settings'
import { z } from 'zod'
import type { DocentConfig } from '../config/docent-config.ts'

/** A command that a running server is asked to run. Server and command have the same version. */
export const ControlRequest = z.object({
  /** Such as `['agent', 'create']`. */
  path: z.array(z.string()).min(1),
  /** The arguments behind the name, as they were typed. */
  args: z.array(z.string()),
  input: z.unknown().optional(),
  /** What the configuration says where the command was typed. */
  config: z.object({
    projects: z.array(ProjectOptions),
    organizations: z.array(z.custom<DocentConfig['organizations'][number]>(isNamed)),
  }),
  /** Whether causes of a failure are shown. */
  verbose: z.boolean(),
})
export type ControlRequest = z.output<typeof ControlRequest>

/** One line of the reply; the last is a result or a failure. */
export type ControlReply =
  | OutputEvent
  | { type: 'result'; result: unknown }
  | { type: 'failure'; failure: FailureReport }

/** How a server introduces itself. */
export const ControlHello = z.object({ pid: z.int(), version: z.string() })
export type ControlHello = z.output<typeof ControlHello>

/** The command has checked the rest as it read the configuration. */
function isNamed(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}
