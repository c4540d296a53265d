// Loaded into a server before its own code: counts statements of SQLite, and says how many on SIGUSR2.
import { appendFileSync } from 'node:fs'
import { StatementSync } from 'node:sqlite'

let statements = 0
for (const name of ['all', 'get', 'iterate', 'run']) {
  const original = StatementSync.prototype[name]
  StatementSync.prototype[name] = function (...values) {
    statements += 1
    return original.apply(this, values)
  }
}
process.on('SIGUSR2', () => appendFileSync(process.env.STATEMENTS_FILE, `${statements}\n`))
