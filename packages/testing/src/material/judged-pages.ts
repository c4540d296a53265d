import { type IndexedPage, indexedPage } from './retriever-pages.ts'

/** A page a paragraph: its path, then its title, then one passage a line, as `heading: text`. */
const PAGES = `
/start/install
Install Beacon
Requirements: You need a computer with 2 GB of memory. Beacon runs on Linux, macOS, and Windows.
Package: Run \`beacon setup\` to install the lamp service and its command line.
Upgrade: To update to a newer version, stop the service, install the package again, and start it.

/start/first-lamp
Your first lamp
Connect: Plug the lamp in and run \`beacon lamps add\`. The lamp blinks twice when it is paired.
Switch on: Open the console and press the switch. The lamp must answer within two seconds.

/start/uninstall
Uninstall Beacon
Remove: Run \`beacon remove --all\` to uninstall the service. Your schedules stay in the data folder.

/guides/schedules
Schedules
Create: A schedule turns lamps on and off at given times. Write it in \`schedule.yaml\`.
Sunset: Use \`sunset\` and \`sunrise\` instead of a time. Beacon computes them from the position of the harbor.
Time zones: Times are in the time zone of the server unless the schedule names another with \`zone\`.

/guides/groups
Groups of lamps
Create: A group has one name and several lamps. All lamps of a group switch together.
Limits: A group holds at most 200 lamps.

/guides/dimming
Dim a lamp
Levels: Set the brightness from 0 to 100 with \`lamp.setLevel(40)\`.
Fade: A fade changes the brightness slowly, for example over 30 seconds.

/guides/colors
Colors
Palette: Signal colors are red, green, and white. Other colors need a lamp with three channels.
Temperature: White light has a temperature in kelvin.

/guides/alerts
Alerts
Rules: Beacon sends an alert when a lamp fails, loses power, or does not answer.
Channels: Alerts go to email, to a webhook, or to a radio.
Silence: Turn off alerts for a lamp during maintenance.

/guides/webhooks
Webhooks
Signature: Each webhook has a signature in the header X-Beacon-Signature, made with the shared secret.
Retries: A webhook that fails is sent again up to five times, each time later than before.

/guides/sensors
Sensors
Fog: A fog sensor turns the horn on when visibility falls below 500 meters.
Twilight: A twilight sensor switches lamps by daylight and needs no schedule.

/guides/backup
Backups
Make: \`beacon backup\` writes lamps, groups, and schedules into one archive.
Restore: Restore an archive on an empty installation with \`beacon restore\`.

/guides/offline
Work without a network
Cache: Lamps keep their last schedule and follow it for seven days without a connection to the server.

/guides/roles
Roles and permissions
Roles: A keeper can switch lamps, and an owner can also change schedules and invite people.
Invite: Send an invitation from the page Members. It expires after three days.

/guides/sign-in
Sign in
Password: Choose a password of at least twelve characters.
Single sign-on: Connect an OpenID provider to let people sign in with their work account.
Two factors: Add a second factor with an authenticator app.

/guides/limits
Rate limits
Requests: Each key may send 60 requests a minute. The reply 429 says when to try again.

/guides/energy
Save energy
Report: The energy report shows watt hours for each lamp and day.
Idle: Lamps that are off use half a watt. Cut the power of a whole pier at night.

/reference/cli
Command line
beacon lamps: Lists lamps. \`--json\` prints them as JSON, \`--group\` shows one group.
beacon serve: Starts the server. \`--port 8080\` sets the port and \`--host\` the address.
beacon doctor: Checks the installation and says what to repair.

/reference/configuration
Configuration
server.port: The port of the server, default 8080.
lamps.pollSeconds: How often the server asks each lamp, default 15 seconds.
storage.path: The folder of the data.

/reference/environment
Environment variables
BEACON_SECRET: The secret that signs webhooks.
BEACON_DATA: The data folder, which replaces \`storage.path\`.

/reference/api/lamps
Lamps API
List: GET /v1/lamps returns lamps, a page at a time. Use \`cursor\` for the next page.
Switch: POST /v1/lamps/{id}/switch turns one lamp on or off.

/reference/api/schedules
Schedules API
Replace: PUT /v1/schedules/{id} replaces a schedule as a whole.
Delete: DELETE /v1/schedules/{id} deletes a schedule. Lamps stay as they are.

/reference/errors
Error codes
E1042: The lamp did not answer. Check its power and the cable.
E2001: The schedule has two entries for the same time.
E3300: The key has expired. Create a new one.

/reference/file-format
File format of schedules
Fields: \`lamps\`, \`on\`, \`off\`, \`zone\`, and \`repeatEvery\`.
repeatEvery: Repeats an entry each week or each month.

/operations/docker
Run in a container
Image: The image has no shell. Mount the data folder at /data.
Ports: Publish port 8080 of the container.

/operations/postgres
Use PostgreSQL
Connect: Set \`storage.url\` to keep lamps in PostgreSQL instead of SQLite.
Migrate: \`beacon migrate\` copies everything from SQLite to the new database.

/operations/monitoring
Monitoring
Metrics: The address /metrics shows counters for Prometheus.
Health: The address /health answers 200 while all lamps are reachable.

/operations/logs
Logs
Level: Set \`log.level\` to debug to see every message of a lamp.
Rotate: Logs are rotated each day and kept for two weeks.

/operations/certificates
HTTPS
Certificate: Give the server a certificate, or let it request one from Let's Encrypt.
Renew: Certificates renew themselves 30 days before they expire.

/operations/scaling
Several servers
Leader: One server is the leader and switches lamps. Others take over within ten seconds.
Balance: Put a load balancer in front of the servers.

/changelog
Changelog
3.2: Fog sensors, and a shorter fade. Webhooks are retried.
3.1: Groups hold 200 lamps. PostgreSQL is supported.

/about/architecture
How Beacon works
Parts: A server, a console, and an agent in each lamp. They talk over MQTT.

/about/security
Security
Keys: Keys are stored as hashes. Nobody can read a key after it was created.
Report: Report a vulnerability by email.
`

/** What somebody asks, and the pages that answer it. */
const QUESTIONS = `
How do I install Beacon? | /start/install
update to a new version | /start/install
remove the service from my computer | /start/uninstall
pair a new lamp | /start/first-lamp
turn lamps on at sunset | /guides/schedules
which time zone do schedules use | /guides/schedules
how many lamps can a group have | /guides/groups
change the brightness slowly | /guides/dimming
setLevel | /guides/dimming
lamp.setLevel | /guides/dimming
signal colors | /guides/colors
get an email when a lamp fails | /guides/alerts
X-Beacon-Signature | /guides/webhooks
verify the signature of a webhook | /guides/webhooks
horn in fog | /guides/sensors
restore an archive | /guides/backup
what happens when the server is not reachable | /guides/offline /operations/monitoring
invite somebody | /guides/roles
single sign-on with OpenID | /guides/sign-in
passwrod length | /guides/sign-in
429 too many requests | /guides/limits
energy report in watt hours | /guides/energy
print lamps as JSON | /reference/cli
--port | /reference/cli
pollSeconds | /reference/configuration
lamps.pollSecnds | /reference/configuration
BEACON_SECRET | /reference/environment
next page of lamps in the API | /reference/api/lamps
delete a schedule by API | /reference/api/schedules
E1042 | /reference/errors
error 3300 key expired | /reference/errors
repeatEvery | /reference/file-format
mount the data folder in a container | /operations/docker
move from SQLite to PostgreSQL | /operations/postgres
Prometheus metrics | /operations/monitoring
how long are logs kept | /operations/logs
HTTPS certificate renew | /operations/certificates
leader and load balancer | /operations/scaling
what changed in 3.2 | /changelog
MQTT agent | /about/architecture
report a vulnerability | /about/security
`

export interface JudgedQuestion {
  readonly text: string
  readonly pages: readonly string[]
}

export const JUDGED_QUESTIONS: readonly JudgedQuestion[] = QUESTIONS.trim()
  .split('\n')
  .map((line) => {
    const [text = '', pages = ''] = line.split(' | ')
    return { text, pages: pages.split(' ') }
  })

/** Pages of a product that does not exist, in English. */
export function judgedPages(): IndexedPage[] {
  return PAGES.trim()
    .split('\n\n')
    .map((paragraph) => {
      const [path = '', title = '', ...sections] = paragraph.split('\n')
      const parts = sections.map((section) => section.split(': '))
      return indexedPage({
        path,
        title,
        language: 'en',
        headings: parts.map(([heading = '']) => heading),
        texts: parts.map(([, ...text]) => text.join(': ')),
      })
    })
}
