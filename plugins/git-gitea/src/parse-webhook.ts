import { commentBy, githubShapedEvents } from '@docent/git-host'
import { z } from 'zod'
import { DRAFT_TITLES } from './gitea-pull.ts'

/** The host's own accounts, as that of its CI, have numbers below one. */
const Author = z
  .object({ id: z.number(), login: z.string() })
  .transform(({ id, login }) => ({ author: login, authorKey: id > 0 ? login : undefined }))

/** A review that asks for something: its number and its comments on lines are told by the API alone. */
const Review = z
  .object({
    action: z.string(),
    pull_request: z.object({ number: z.number() }),
    repository: z.object({ html_url: z.string() }),
    sender: Author,
    review: z.object({ content: z.string().nullish() }).nullish(),
  })
  .transform(({ action, pull_request: { number }, repository, review, sender }) =>
    action === 'reviewed'
      ? commentBy(sender, { repository: repository.html_url, number, isReview: true, body: review?.content })
      : undefined,
  )

export const events = {
  ...githubShapedEvents(Author, { draftTitles: DRAFT_TITLES }),
  pull_request_comment: Review,
  pull_request_rejected: Review,
}
