export function light() {
  return 'on'
}
