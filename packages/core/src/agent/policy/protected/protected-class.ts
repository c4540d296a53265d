/** A class of files that no documentation needs, and that a run can never write. */
export interface ProtectedClass {
  name: string
  /** What a changed file of the class could do. */
  why: string
  systems: readonly ProtectedSystem[]
}

export interface ProtectedSystem {
  name: string
  /** The page that documents the files. */
  source: string
  /**
   * Names of files and, with a slash at the end, of folders, at any depth and in any case. `.yml` stands for `.yaml`
   * too.
   */
  files: readonly string[]
}

export function system(name: string, source: string, ...files: string[]): ProtectedSystem {
  return { name, source: `https://${source}`, files }
}
