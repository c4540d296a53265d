/**
 * Words by which readers ask for what documentation calls otherwise, a set a line, the words of readers first. They are
 * English and general: what a project calls its own things is for its `synonyms`.
 */
const SETS = `
  remove, uninstall, delete
  upgrade, update, migrate
  newest, latest
  sign in, login, authentication
  log in, login, authentication
  user name, username
  own, custom
  licence, license
  administrator, admin
  configuration, config, settings
  command line, CLI
  environment variable, env
  repository, repo
  database, db
  folder, directory
  picture, image
  mac, macOS
  turn off, disable
  switch off, disable
  turn on, enable
  switch on, enable
  shut down, shutdown, stop
  hide, exclude
  keep out, exclude
  closed, collapsed
  translate, localization, i18n
  language, locale
  formula, equation, math
  math, equation, stem
  HTTPS, TLS, SSL
  encrypt, TLS
  secret, token, credentials
  password, credentials
  compress, gzip
  notify, notification, alert
  schedule, cron
  retry, repeat
  parallel, concurrent
  several, multiple
  limit, maximum
  size, limit
  price, cost, pricing
  fail, error
  failure, error
  show, display
  write, create
  add, create
  start, run, launch
  machine, host, server
  allow, permission
  forbid, prevent, disallow
  merge, combine
  split, partition
  copy, mirror
  send, publish
  slow, performance
  speed, performance
  debug, breakpoint
`

/** Synonyms that a search knows beside those of the project. */
export const COMMON_SYNONYMS: readonly (readonly string[])[] = SETS.trim()
  .split('\n')
  .map((line) => line.trim().split(', '))
