import {
  CheckCheck,
  FilePen,
  FileText,
  FolderTree,
  ListTodo,
  type LucideIcon,
  MoveRight,
  Search,
  Trash2,
  Wrench,
} from 'lucide-react'

const ICONS: Readonly<Record<string, LucideIcon>> = {
  read_file: FileText,
  write_file: FilePen,
  edit_file: FilePen,
  replace_in_files: FilePen,
  delete_file: Trash2,
  move_file: MoveRight,
  list_files: FolderTree,
  search_files: Search,
  search_docs: Search,
  check_docs: CheckCheck,
  todo_write: ListTodo,
}

/** Tells what changes the documentation from what only reads it, at a glance. */
export function ToolIcon({ name }: { name: string }) {
  const Icon = ICONS[name] ?? Wrench
  return <Icon size={14} className={CHANGING.has(name) ? 'changing' : ''} aria-hidden />
}

const CHANGING: ReadonlySet<string> = new Set([
  'write_file',
  'edit_file',
  'replace_in_files',
  'delete_file',
  'move_file',
])
