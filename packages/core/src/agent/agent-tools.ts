import type { TurnTool } from '../turn/turn-tool.ts'
import type { AgentToolContext } from './tools/agent-tool-context.ts'
import { checkDocs } from './tools/check-docs.ts'
import { deleteFile } from './tools/delete-file.ts'
import { editFile } from './tools/edit-file.ts'
import { listFiles } from './tools/list-files.ts'
import { moveFile } from './tools/move-file.ts'
import { readFile } from './tools/read-file.ts'
import { searchDocs } from './tools/search-docs.ts'
import { searchFiles } from './tools/search-files.ts'
import { todoWrite } from './tools/todo-write.ts'
import { writeFile } from './tools/write-file.ts'

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
