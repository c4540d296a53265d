import {
  Branches,
  MergeRequestDiscussions,
  MergeRequestNotes,
  MergeRequests,
  ProjectMembers,
  Projects,
  Users,
} from '@gitbeaker/rest'
import type { GitlabTransport } from './gitlab-transport.ts'
import type { GitlabSettings } from './options.ts'

/** The parts of GitLab's API that a git host needs. */
export interface GitlabClient {
  branches: Branches
  discussions: MergeRequestDiscussions
  members: ProjectMembers
  mergeRequests: MergeRequests
  notes: MergeRequestNotes
  projects: Projects
  users: Users
}

/** One request's surroundings: the client, and the path of the project. */
export interface GitlabCall {
  client: GitlabClient
  project: string
}

/** `retries` are further attempts after a failure that passes; 0 for what must not be done twice. */
export function gitlabClient(
  settings: GitlabSettings & { token: string },
  transport: GitlabTransport,
  { retries, signal }: { retries: number; signal: AbortSignal | undefined },
): GitlabClient {
  const options = {
    host: settings.baseUrl,
    // As a bearer GitLab takes every kind of access token, and OAuth's.
    oauthToken: settings.token,
    requesterFn: transport.requester(retries, signal),
    // The transport has the deadline of each attempt.
    queryTimeout: null,
  }
  return {
    branches: new Branches(options),
    discussions: new MergeRequestDiscussions(options),
    members: new ProjectMembers(options),
    mergeRequests: new MergeRequests(options),
    notes: new MergeRequestNotes(options),
    projects: new Projects(options),
    users: new Users(options),
  }
}
