/** What a post is read from, in all queries. */
const POST = `
  id body createdAt authorAssociation viewerDidAuthor
  author { __typename login ... on User { databaseId } ... on Bot { databaseId } }
`
const REACTIONS = 'reactions(last: 50) { nodes { content user { databaseId } } }'
const REPOSITORY = 'visibility'

const PAGE = 'pageInfo { hasPreviousPage startCursor }'

export const DISCUSSION = `query DocentDiscussion($owner: String!, $name: String!, $number: Int!, $before: String) {
  repository(owner: $owner, name: $name) {
    ${REPOSITORY}
    discussion(number: $number) {
      ${POST} title closed locked isAnswered category { slug } labels(first: 50) { nodes { name } }
      comments(last: 60, before: $before) {
        ${PAGE}
        nodes { ${POST} ${REACTIONS} replies(last: 40) { ${PAGE} nodes { ${POST} ${REACTIONS} } } }
      }
    }
  }
}`

/** Earlier replies to a comment of a discussion. */
export const REPLIES = `query DocentReplies($comment: ID!, $before: String) {
  node(id: $comment) {
    ... on DiscussionComment { replies(last: 100, before: $before) { ${PAGE} nodes { ${POST} ${REACTIONS} } } }
  }
}`

export const ISSUE = `query DocentIssue($owner: String!, $name: String!, $number: Int!, $before: String) {
  repository(owner: $owner, name: $name) {
    ${REPOSITORY}
    issue(number: $number) {
      ${POST} title closed locked labels(first: 50) { nodes { name } }
      comments(last: 100, before: $before) { ${PAGE} nodes { ${POST} ${REACTIONS} } }
    }
  }
}`

export const RECENT = `query DocentRecent($owner: String!, $name: String!, $count: Int!) {
  repository(owner: $owner, name: $name) {
    discussions(first: $count, orderBy: { field: UPDATED_AT, direction: DESC }) {
      nodes { number ${POST} category { slug } comments(last: 20) { nodes { ${POST} } } }
    }
    issues(first: $count, orderBy: { field: UPDATED_AT, direction: DESC }) {
      nodes { number ${POST} comments(last: 20) { nodes { ${POST} } } }
    }
  }
}`

/** What a reply to a post needs: the thread, and the comment below which it goes. */
export const DISCUSSION_TARGET = `query DocentDiscussionTarget($owner: String!, $name: String!, $number: Int!, $post: ID!) {
  repository(owner: $owner, name: $name) { discussion(number: $number) { id } }
  node(id: $post) { id ... on DiscussionComment { replyTo { id } } }
}`

export const ISSUE_TARGET = `query DocentIssueTarget($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { issue(number: $number) { id } }
}`

export const LABEL = `query DocentLabel($owner: String!, $name: String!, $label: String!) {
  repository(owner: $owner, name: $name) { label(name: $label) { id } }
}`

export const ADD_DISCUSSION_COMMENT = `mutation DocentAddDiscussionComment($subject: ID!, $body: String!, $replyTo: ID) {
  addDiscussionComment(input: { discussionId: $subject, body: $body, replyToId: $replyTo }) { comment { id } }
}`

export const ADD_COMMENT = `mutation DocentAddComment($subject: ID!, $body: String!) {
  addComment(input: { subjectId: $subject, body: $body }) { commentEdge { node { id } } }
}`

export const UPDATE_DISCUSSION_COMMENT = `mutation DocentUpdateDiscussionComment($post: ID!, $body: String!) {
  updateDiscussionComment(input: { commentId: $post, body: $body }) { comment { id } }
}`

export const UPDATE_COMMENT = `mutation DocentUpdateComment($post: ID!, $body: String!) {
  updateIssueComment(input: { id: $post, body: $body }) { issueComment { id } }
}`

export const REACT = `mutation DocentReact($post: ID!) {
  addReaction(input: { subjectId: $post, content: EYES }) { reaction { id } }
}`

export const ADD_LABEL = `mutation DocentAddLabel($subject: ID!, $label: ID!) {
  addLabelsToLabelable(input: { labelableId: $subject, labelIds: [$label] }) { clientMutationId }
}`
