const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)
const DAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
const DAY_MS = 86_400_000

/**
 * What a token of a permalink stands for, in UTC; '' without a date, and for a token that is none of a date. Names are
 * those of Hugo and of Jekyll, which agree where both have one.
 */
export function dateToken(token: string, moment: number | 'unreadable' | undefined): string {
  if (typeof moment !== 'number') return ''
  const date = new Date(moment)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const two = (value: number) => String(value).padStart(2, '0')
  // The week of a year is that of its Thursday.
  const thursday = new Date(moment + (4 - (date.getUTCDay() || 7)) * DAY_MS)
  const titled = (name = '') => name.charAt(0).toUpperCase() + name.slice(1)
  const yearday = String(Math.floor((moment - Date.UTC(year, 0, 1)) / DAY_MS) + 1)
  switch (token) {
    case 'w_year':
      return String(thursday.getUTCFullYear())
    case 'week':
      return two(
        Math.ceil((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1) + 1) / (7 * DAY_MS)),
      )
    case 'w_day':
      return String(date.getUTCDay() || 7)
    case 'short_day':
      return titled(DAYS[date.getUTCDay()]).slice(0, 3)
    case 'long_day':
      return titled(DAYS[date.getUTCDay()])
    case 'short_month':
      return titled(MONTHS[month]).slice(0, 3)
    case 'long_month':
      return titled(MONTHS[month])
    case 'hour':
      return two(date.getUTCHours())
    case 'minute':
      return two(date.getUTCMinutes())
    case 'second':
      return two(date.getUTCSeconds())
    case 'year':
      return String(year)
    case 'short_year':
      return String(year).slice(2)
    case 'month':
      return two(month + 1)
    case 'i_month':
      return String(month + 1)
    case 'monthname':
      return MONTHS[month] ?? ''
    case 'day':
      return two(day)
    case 'i_day':
      return String(day)
    case 'weekday':
      return String(date.getUTCDay())
    case 'weekdayname':
      return DAYS[date.getUTCDay()] ?? ''
    case 'yearday':
      return yearday
    case 'y_day':
      return yearday.padStart(3, '0')
    default:
      return ''
  }
}
