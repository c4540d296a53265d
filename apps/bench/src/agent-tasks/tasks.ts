import type { AgentTask } from './agent-task.ts'
import { EDITING_TASKS } from './editing-tasks.ts'
import { JUDGEMENT_TASKS } from './judgement-tasks.ts'
import { PAGE_TASKS } from './page-tasks.ts'
import { WRITING_TASKS } from './writing-tasks.ts'

/** Every task, in the order of the table. */
export const TASKS: readonly AgentTask[] = [
  ...EDITING_TASKS,
  ...PAGE_TASKS,
  ...WRITING_TASKS,
  ...JUDGEMENT_TASKS,
]
