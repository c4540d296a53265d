import { closeSync, openSync } from 'node:fs'
import { DocentError } from '../../src/errors/docent-error.ts'
import { ThreadPool } from '../../src/ingest/parsing/thread-pool.ts'

/** A program with few open files: uses all of them, works in a thread, and works again once they are closed. */
const entry = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', (items) => parentPort.postMessage(items))
  parentPort.postMessage('ready')
`)}`,
)
let verdicts = 0
const pool = new ThreadPool<string, string>({
  entry,
  work: {},
  threads: 1,
  execArgv: [],
  failed: () => {
    verdicts++
    return 'failed'
  },
})

const files: number[] = []
try {
  for (;;) files.push(openSync('/dev/null', 'r'))
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'EMFILE')) throw error
}
const refused = await pool.run(['a']).then(
  () => 'nothing',
  (error: unknown) => (DocentError.is(error) ? error.code : String(error)),
)
for (const file of files) closeSync(file)
const later = await pool.run(['a'])
console.log(JSON.stringify({ refused, verdicts, later }))
await pool.close()
