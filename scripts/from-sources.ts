/** Options of Node for a process or a thread that runs the sources of this repository as they are. */
export const FROM_SOURCES: readonly string[] = ['--import', new URL('./sources.mjs', import.meta.url).href]
