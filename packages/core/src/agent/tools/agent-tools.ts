import type { TurnTool } from '../../turn/turn-tool.ts'
import type { AgentToolContext } from './agent-tool-context.ts'
import { checkDocs } from './check-docs.ts'
import { deleteFile } from './delete-file.ts'
import { editFile } from './edit-file.ts'
import { listFiles } from './list-files.ts'
import { moveFile } from './move-file.ts'
import { readFile } from './read-file.ts'
import { searchDocs } from './search-docs.ts'
import { searchFiles } from './search-files.ts'
import { todoWrite } from './todo-write.ts'
import { writeFile } from './write-file.ts'

const TOOLS = [
  listFiles,
  readFile,
  searchFiles,
  searchDocs,
  editFile,
  writeFile,
  moveFile,
  deleteFile,
  todoWrite,
  checkDocs,
]

/** Every tool of the agent, bound to one run. */
export function agentTools(context: AgentToolContext): TurnTool[] {
  return TOOLS.map((make) => make(context))
}
