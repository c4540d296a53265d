/** People who are signed in may see every page of a project, and try what a group sees. */
export const TRUSTED = { trustGroups: true } as const
