export const later = {
  concepts: '',
  api: 'API of the lantern',
}
