import type { CommandDef } from 'citty'

/** The commands of `docent` by name. Each is imported when it is asked for. */
export type CommandTable = Readonly<Record<string, () => Promise<CommandDef>>>
