export { projectNamed, projectOfJob } from './arguments/find-project.ts'
export { portOption } from './arguments/port-option.ts'
export { readDollars } from './arguments/read-dollars.ts'
export { readLimit } from './arguments/read-limit.ts'
export { auditCommand } from './audit-command.ts'
export { bashCompletion } from './completion/bash.ts'
export { placesOf } from './completion/completion-words.ts'
export { fishCompletion } from './completion/fish.ts'
export { zshCompletion } from './completion/zsh.ts'
export { type FailureReport, failureReport, ReportedFailure } from './failures/failure-report.ts'
export { Interrupted } from './failures/interrupted.ts'
export { interruptible } from './failures/interruptible.ts'
export { isVerbose, printFailure } from './failures/print-failure.ts'
export { UsageError } from './failures/usage-error.ts'
export { ownName, startCommand } from './own-name.ts'
export { CitationText } from './terminal/citation-text.ts'
export { LineWriter } from './terminal/line-writer.ts'
export { expectedLeft } from './terminal/progress-text.ts'
export { style } from './terminal/style.ts'
export { printJson, terminal } from './terminal/terminal.ts'
export { shortText, timeText } from './terminal/text.ts'
export type { CommandTable } from './tree/command-table.ts'
export {
  type CommandNode,
  commandTree,
  type FoundCommand,
  findCommand,
  leavesOf,
} from './tree/command-tree.ts'
export {
  type AnyLocal,
  type CliCommand,
  commandDef,
  defineAction,
  defineGroup,
  defineLocal,
  isRunnable,
} from './tree/define-command.ts'
export { commandHelp, groupHelp } from './tree/help.ts'
export { jsonShape } from './tree/json-shape.ts'
export { parseAction, parseCommand } from './tree/parse-action.ts'
