export const EXPIRY = [
  { value: '0', label: 'Never' },
  { value: '30', label: 'After 30 days' },
  { value: '90', label: 'After 90 days' },
  { value: '365', label: 'After a year' },
] as const

/** When a key ends that is made or changed now; null is never. */
export function expiryOf(days: string): string | null {
  return days === '0' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString()
}

/** Where a key may be used from, by its kind. */
export const PLACES = {
  admin: {
    label: 'Addresses that may use it',
    hint: 'IP addresses or ranges, one per line. Leave it empty to allow all.',
    placeholder: '203.0.113.0/24',
  },
  assistant: {
    label: 'Websites that may use it',
    hint: 'Origins, one per line. Leave it empty to allow all.',
    placeholder: 'https://docs.example.com',
  },
} as const

export function placesIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((place) => place !== '')
}
