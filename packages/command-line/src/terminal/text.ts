/** `2026-01-31 12:00`, UTC; a dash when there is none. */
export function timeText(time: number | string | null): string {
  return time === null ? '-' : new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}

/** At most so many characters, on one line. */
export function shortText(text: string, most = 60): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}
