import { test } from 'vitest'
import { channelStorm } from '../channel-storm.ts'

const EVENTS = Number(process.env.CHANNEL_EVENTS ?? (process.env.LONG_RUNS === 'true' ? 10_000 : 600))

test(
  `${EVENTS} events with retries, reordering, rate limits, outages, and kills: nothing twice, nothing lost`,
  {
    timeout: 1_800_000,
  },
  () => channelStorm(EVENTS),
)
