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
  const yearday = String(Math.floor((moment - Date.UTC(year, 0, 1)) / DAY_MS) + 1)
  switch (token) {
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
