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

const CHECKED = [
  'one-sentence',
  'title',
  'version',
  'typo-everywhere',
  'broken-links',
  'move-page',
  'delete-page',
  'option-from-source',
  'section-verbatim',
  'invented-option',
  'nothing-to-do',
  'orders-in-a-page',
]

/** The tasks that qualify a model: twelve of every kind, the shortest first. */
export const CHECK_TASKS: readonly AgentTask[] = CHECKED.flatMap(
  (id) => TASKS.find((task) => task.id === id) ?? [],
)
