import { type CheckResult, checked, checkServices, failed } from '@docent/commands'
import { DocentError } from '@docent/core/plugin'
import type { OpenIdSettings } from '@docent/dashboard-api/for-commands'
import { withDocent } from '../command-line/with-docent.ts'
import type { DocentConfig } from '../config/docent-config.ts'
import type { ServerRecord } from '../control/server-record.ts'
import { configuredBackups } from '../start/configured-backups.ts'
import { checkBackups } from './check-backups.ts'

export interface StoresToCheck {
  config: DocentConfig
  openId: OpenIdSettings | undefined
  /** In which the command runs. */
  folder: string
  /** Whether to ask models, git hosts and other servers. */
  reach: boolean
  /** The one that runs here. */
  server: ServerRecord | undefined
}

/** Opens the stores, and checks what can be said only then. */
export async function checkStores({
  config,
  openId,
  folder,
  reach,
  server,
}: StoresToCheck): Promise<CheckResult[]> {
  try {
    return await withDocent(
      async (docent) => {
        const services = await checkServices(docent, openId, reach)
        if (!config.features.backups) return services
        const backup = await checked('backup', () => {
          const backups = configuredBackups(config.backups, { docent, env: process.env, folder })
          return checkBackups(backups, Date.now(), reach)
        })
        return [backup, ...services]
      },
      { config, syncProjects: server === undefined },
    )
  } catch (error) {
    if (!DocentError.is(error)) throw error
    return [failed('stores', error.message)]
  }
}
