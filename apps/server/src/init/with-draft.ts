import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Docent } from '@docent/core/plugin'
import type { DocentConfig } from '../config/docent-config.ts'
import { createLogger } from '../process/logger.ts'
import { compose } from '../start/compose.ts'

/** Runs work in a Docent with a configuration as a server would have it, and keeps nothing. */
export async function withDraft<Result>(
  {
    config,
    env,
    folder,
  }: { config: DocentConfig; env: Readonly<Record<string, string | undefined>>; folder: string },
  work: (docent: Docent) => Promise<Result>,
): Promise<Result> {
  const data = await mkdtemp(join(tmpdir(), 'docent-draft-'))
  const logger = createLogger({ LOG_LEVEL: 'silent' })
  try {
    const docent = await compose({
      config,
      env: { ...env, DOCENT_DATA: data },
      folder,
      logger,
      serves: false,
    })
    await docent.start()
    try {
      return await work(docent)
    } finally {
      await docent.stop()
    }
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}
