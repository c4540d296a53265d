// The configuration of compose.yaml and of the Helm chart: stores and accounts in PostgreSQL, limits in Redis, the search
// index in the volume of all processes, or in a copy of each when DOCENT_INDEX_STORE is set.
import { accounts } from '@docent/accounts-better-auth'
import { github } from '@docent/git-github'
import { redisLimiter } from '@docent/limiter-redis'
import { modelsFromEnvironment } from '@docent/model-ai-sdk'
import { offline } from '@docent/model-offline'
import { fileIndex } from '@docent/retriever-files'
import { sourceGit } from '@docent/source-git'
import { postgres } from '@docent/store-postgres'
import { otel } from '@docent/telemetry-otel'
import { gitWorkspaces } from '@docent/workspace-git'

export default {
  plugins: [
    postgres(),
    redisLimiter(),
    // In PostgreSQL too: a SQLite file on a volume that several servers share would break.
    accounts({ postgres: {} }),
    fileIndex(),
    gitWorkspaces(),
    sourceGit(),
    github(),
    modelsFromEnvironment(),
    offline(),
    // Prometheus reaches /metrics of a container only with a token.
    otel(process.env.DOCENT_METRICS_TOKEN ? { prometheus: { host: '0.0.0.0' } } : {}),
  ],
}
