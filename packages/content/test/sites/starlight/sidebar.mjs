export const reference = {
  label: 'Reference',
  badge: { text: 'Stable', variant: 'success' },
  items: [{ autogenerate: { directory: 'reference' } }],
}
