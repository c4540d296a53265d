import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { createDocent, IssueKey, DEFAULT_ORGANIZATION as organizationId } from '@docent/core'
import { projectId } from '@docent/core/plugin'
import { createNodeListener } from '@docent/http'
import { offline } from '@docent/model-offline'
import { fileIndex } from '@docent/retriever-files'
import { sqlite, sqliteLimiter } from '@docent/store-sqlite'

const plugins = [sqlite(), sqliteLimiter(), fileIndex(), offline()]
const settings = { secrets: [process.env.DOCENT_SECRET ?? ''] }
const docent = createDocent({ plugins, settings, dataDirectory: resolve('docent-data') })
await docent.start()
const readers = { organizationId, projectIds: [projectId('handbook')], name: 'ask.html' }
const { key } = await docent.resolve(IssueKey).issue({ kind: 'assistant', ...readers })
const page = readFileSync('ask.html', 'utf8').replace('YOUR_KEY', key)
const answer = createNodeListener(docent)
const server = createServer((req, res) => (req.url === '/' ? res.end(page) : answer(req, res)))
server.listen(process.env.PORT ?? 3000)
