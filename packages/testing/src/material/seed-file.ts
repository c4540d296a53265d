/** A file to put into a repository: text and bytes are ordinary files. */
export type SeedFile =
  | string
  | Uint8Array
  | { kind: 'executable'; content: string }
  | { kind: 'symlink'; target: string }
  | { kind: 'submodule'; commit: string }
