const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** 1,204 as it is, 12.4K from ten thousand on. */
export function count(value: number): string {
  return value < 10_000 ? plain.format(value) : compact.format(value)
}

/** `0.4%`; the part of nothing is nothing. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${plain.format((part / whole) * 100)}%`
}

/** US dollars, to what matters: `$0.004`, `$1.20`, `$1,204`. */
export function money(dollars: number | null): string {
  if (dollars === null) return '–'
  if (dollars === 0) return '$0.00'
  if (dollars < 0.001) return '< $0.001'
  const digits = dollars < 0.1 ? 3 : dollars < 1_000 ? 2 : 0
  return dollars.toLocaleString('en', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

export function bytes(value: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const power = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3))
  return `${plain.format(value / 1_000 ** power)} ${units[power]}`
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}
