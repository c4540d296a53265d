import { agentRig } from './agent-rig.ts'
import { boundaryWraps } from './boundaries.ts'
import { crashScript } from './crash-script.ts'
import { openPostgresStores } from './postgres-stores.ts'

/**
 * A worker in a process of its own. It kills itself, as `kill -9` does, when it reaches the boundary `RIG_DIE_AT`,
 * and writes a line to `RIG_CALLS` for each call of the model: its step and its time. The second step takes
 * `RIG_STEP_MS`.
 */
const directory = process.env.RIG_DIRECTORY ?? ''
const dieAt = process.env.RIG_DIE_AT ?? ''
const calls = process.env.RIG_CALLS ?? ''
const stepMs = Number(process.env.RIG_STEP_MS ?? 0)
const leaseMs = Number(process.env.RIG_LEASE_MS ?? 1000)

const database = process.env.RIG_DATABASE
const stores = database === undefined ? undefined : await openPostgresStores(database)

const rig = agentRig({
  directory,
  ...(stores && { stores }),
  script: crashScript(calls, stepMs),
  leaseMs,
  heartbeatMs: leaseMs / 3,
  ...boundaryWraps((boundary) => {
    if (boundary !== dieAt) return
    process.kill(process.pid, 'SIGKILL')
    // The signal is asynchronous: nothing of this process may go on meanwhile.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }),
})
rig.worker.start()
process.on('SIGTERM', () => {
  rig.close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
})
process.send?.('started')
