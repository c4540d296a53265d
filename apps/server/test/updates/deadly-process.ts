import { UpdateRunner } from '@docent/core'
// A server that dies by SIGKILL while it reads the documentation for an update, as one does whose memory runs out.
import type { DocsSource } from '@docent/core/plugin'
import { startUpdateServer } from './start-update-server.ts'

const deadly: DocsSource = {
  name: 'deadly',
  matches: () => true,
  list: () => {
    process.kill(process.pid, 'SIGKILL')
    return Promise.withResolvers<never>().promise
  },
}
const { docent } = await startUpdateServer(process.env.UPDATES_FOLDER ?? '', deadly)
new UpdateRunner(docent, 20, 50, 500).start()
