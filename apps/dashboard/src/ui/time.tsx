import { type PointerEvent, useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000
const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 365 * 24 * 60 * MINUTE_MS],
  ['month', 30 * 24 * 60 * MINUTE_MS],
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

/** How long ago something was, with the exact time on hover. */
export function Time({ at }: { at: string | number }) {
  const now = useMinute()
  const time = typeof at === 'number' ? at : Date.parse(at)
  return (
    // The exact time is written when somebody points at it: a list draws dozens of times in a frame.
    <time dateTime={typeof at === 'string' ? at : new Date(at).toISOString()} onPointerEnter={showExact}>
      {since(time, now)}
    </time>
  )
}

function showExact({ currentTarget }: PointerEvent<HTMLTimeElement>): void {
  currentTarget.title = exact.format(Date.parse(currentTarget.dateTime))
}

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const dayAndClock = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** "04:23", with the day where it is not within the last 20 hours. For moments that are compared with a clock. */
export function Moment({ at }: { at: string }) {
  const time = Date.parse(at)
  const isNear = Math.abs(time - useMinute()) < 20 * 60 * MINUTE_MS
  return (
    <time dateTime={at} onPointerEnter={showExact}>
      {(isNear ? clock : dayAndClock).format(time)}
    </time>
  )
}

export function since(time: number, now: number): string {
  const difference = time - now
  const [unit, ms] = UNITS.find(([, size]) => Math.abs(difference) >= size) ?? ['minute', MINUTE_MS]
  const count = Math.round(difference / ms)
  if (count === 0) return 'now'
  const known = texts.get(`${count} ${unit}`)
  if (known !== undefined) return known
  const text = relative.format(count, unit)
  texts.set(`${count} ${unit}`, text)
  return text
}

/** As many as there are numbers of minutes, hours, days, months and years that a page shows. */
const texts = new Map<string, string>()

/** "1 m 20 s", "3.4 s", "120 ms". */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`
  const minutes = Math.floor(ms / 60_000)
  return minutes < 60
    ? `${minutes} min ${Math.round((ms % 60_000) / 1_000)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** All times of a page are renewed together, once a minute. */
function useMinute(): number {
  return useSyncExternalStore(subscribe, () => minute)
}

let minute = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    minute = Date.now()
    for (const listen of listeners) listen()
  }, MINUTE_MS)
  minute = Date.now()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
