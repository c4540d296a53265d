import type { Automation } from './automation.ts'
import type { ChannelMapping } from './channel-mapping.ts'
import type { ClaimSettings } from './checked-claims.ts'
import type { ContextRepository } from './context-repository.ts'
import type { GroundingMode } from './grounding.ts'
import type { OrganizationId, ProjectId } from './ids.ts'
import type { LimitSettings } from './settings-schemas.ts'
import type { WatchedCode } from './watched-code.ts'

export interface Organization {
  readonly id: OrganizationId
  readonly name: string
  /** Limits that differ from the server's own; absent ones follow the server. */
  readonly limits: Partial<LimitSettings>
}

/** The models of a project, each `provider:model`: by role, and by names that requests may ask for. */
export interface ProjectModels {
  readonly agent?: string
  readonly assistant?: string
  readonly embedding?: string
  readonly rerank?: string
  readonly [name: string]: string | undefined
}

/** How the agent's commits and pull requests look; absent: no labels, no reviewers, ready for review. */
export interface AgentPullRequests {
  readonly labels?: readonly string[]
  /** Names as the git host knows them; `@asker` stands for the `userId` of the job, which only embedding code sets. */
  readonly reviewers?: readonly string[]
  /** Commits carry a `Signed-off-by` of their author. */
  readonly signOff?: boolean
  /** Every pull request is opened as a draft. */
  readonly draft?: boolean
  /** Put before titles of pull requests and subjects of commits, such as `docs: `. */
  readonly titlePrefix?: string
}

/** A website that a project's documentation is read from, instead of its repository. */
export interface ProjectSource {
  /** Name of the documentation source that reads it, such as `sitemap`. */
  readonly plugin: string
  /** Where the documentation begins; without a trailing slash. */
  readonly url: string
  /** Globs of paths of pages to read; absent: all. */
  readonly include?: readonly string[]
  /** Globs of paths of pages to leave out. */
  readonly exclude?: readonly string[]
}

/** How readers reach a person. */
export interface ProjectSupport {
  /** Address of a form or help desk. `{transcript}` and `{question}` in it become what was said. */
  readonly url?: string
  readonly email?: string
  /** Sends `conversation.escalated` to the endpoints that want it. */
  readonly webhook?: boolean
}

export interface Project {
  /** Unique on the server, immutable. */
  readonly id: ProjectId
  readonly organizationId: OrganizationId
  /** A DNS label, unique on the server, immutable, one to one with `id`. */
  readonly domain: string
  readonly name: string
  /** Full URL of the documentation repository; absent: there is only the assistant, over `source`. */
  readonly repository?: string
  /** Absent: the documentation is read from the repository. */
  readonly source?: ProjectSource
  /** The default branch; undefined asks the git host. */
  readonly branch?: string
  /** Folder of the documentation in the repository, posix, '' for the root. */
  readonly docsPath: string
  /** Name of the git host plugin; undefined chooses by repository URL. */
  readonly gitHost?: string
  /** Public address of the documentation site, without a trailing slash. */
  readonly siteUrl?: string
  /** Who may read the pages of the project under `/site`: `false` shows them to nobody. Absent: members. */
  readonly site?: 'members' | 'public' | false
  /** `false`: pages have no menu that leads to assistants and editors. Absent: they have it. */
  readonly pageMenu?: boolean
  /** Most US dollars that models may cost in a calendar month (UTC); absent: no cap. */
  readonly spendUsdPerMonth?: number
  readonly models: ProjectModels
  readonly assistant: {
    /** How the thread id travels on `finish`. */
    readonly finishThreadId: 'auto' | 'top-level' | 'metadata'
    /** `finish` of the v2 stream says why the answer ended. Absent: it does not. */
    readonly finishReason?: boolean
    /** `text-end` of the v2 stream names the sources of the text. Absent: it does not. */
    readonly citations?: boolean
    readonly threadKeys: 'optional' | 'required'
    /** Answers end with pages to read next, in a fenced block. Absent: they do not. */
    readonly suggestions?: boolean
    /** Searches and pages need no key. Absent: if the site is public. */
    readonly public?: boolean
    /** What happens to names of an answer that the documentation does not have. Absent: `annotate`. */
    readonly grounding?: GroundingMode
    /** Who checks whether passages support the sentences of answers. Absent: nobody. */
    readonly claims?: ClaimSettings
    /** Words that mean the same in this documentation, a list a meaning, such as `['sso', 'single sign-on']`. */
    readonly synonyms?: readonly (readonly string[])[]
    /** The dialect, framework or version that is meant when nobody names one. */
    readonly variants?: readonly string[]
  }
  /** Where people ask and Docent answers, beside the site. Absent: nowhere. */
  readonly channels?: readonly ChannelMapping[]
  /** Where readers go on with a person. Absent: nowhere. */
  readonly support?: ProjectSupport
  /** Absent: people talk to the agent through the API alone, and its pull requests are plain. */
  readonly agent?: AgentPullRequests & {
    readonly comments: {
      /** Reviewers' comments on pull requests become follow-ups. */
      readonly enabled: boolean
      /** What a comment in the conversation must say; one on a line need not. */
      readonly mention: string
    }
    /** Repositories that the agent reads beside the documentation. */
    readonly contexts?: readonly ContextRepository[]
  }
  /** Tasks of the agent that begin by themselves. Absent: none. */
  readonly automations?: readonly Automation[]
  /** Code that the documentation follows. Absent: none. */
  readonly watch?: readonly WatchedCode[]
  /** `config`: from docent.config.ts, read-only elsewhere. `store`: made by CLI. `demo`: the server's own. */
  readonly origin: 'config' | 'store' | 'demo'
  /** Removed, or gone from docent.config.ts: out of use, never deleted. */
  readonly disabled: boolean
  readonly createdAt: number
}

/** Whether everyone may search and read the documentation of a project without a key. */
export function isOpenToAll({ assistant, site }: Pick<Project, 'assistant' | 'site'>): boolean {
  return assistant.public ?? site === 'public'
}
