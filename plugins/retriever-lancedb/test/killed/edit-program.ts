import { projectId } from '@docent/core/plugin'
import { indexedPage } from '@docent/testing'
import { openRetriever } from '../open-retriever.ts'

/** Edits pages for ever, a commit each, and prints the revision of each commit that has ended. */
const [folder = '', leaseMs = '0', first = '0'] = process.argv.slice(2)
const PAGES = 40
const { retriever } = openRetriever(folder, { leaseMs: Number(leaseMs) })
for (let revision = Number(first); ; revision++) {
  const writer = await retriever.begin(projectId('handbook'))
  const texts = [
    `lantern of ${revision}`,
    ...Array.from({ length: 20 }, (_, at) => `rope ${at} of ${revision}`),
  ]
  await writer.write([
    indexedPage({ path: `/page-${revision % PAGES}`, texts }),
    indexedPage({ path: '/newest', texts: [`compass of ${revision}`] }),
  ])
  await writer.commit(`r${revision}`)
  process.stdout.write(`${revision}\n`)
}
