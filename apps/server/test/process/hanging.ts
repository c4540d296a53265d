import { Watchdog } from '../../src/process/watchdog.ts'
import { WorkUnderWay } from '../../src/process/work-under-way.ts'

/** A program with a short watchdog that waits without CPU time, computes with turns in between, or hangs. */
const [kind = 'hang'] = process.argv.slice(2)
const work = new WorkUnderWay()
new Watchdog(work, console, 600, 50)
/** Computes for some CPU time of this thread. */
const compute = (ms: number) => {
  const { user, system } = process.threadCpuUsage()
  for (let sum = 0, now = process.threadCpuUsage(); now.user + now.system - user - system < ms * 1_000; ) {
    for (let at = 0; at < 1e6; at++) sum += at
    now = process.threadCpuUsage()
    if (sum < 0) break
  }
}
if (kind === 'asleep') {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000)
  console.log('woke')
} else if (kind === 'busy') {
  for (let round = 0; round < 20; round++) {
    compute(100)
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  console.log('done')
} else {
  await work.during('index (docent.project.id=handbook)', () =>
    work.during('job think (docent.job.id=42)', async () => {
      for (;;);
    }),
  )
}
process.exit(0)
