// The configuration for compose.yaml and the Helm chart: stores and accounts in PostgreSQL, and limits in Redis. The search
// index is in a volume that all processes share, or, if DOCENT_INDEX_STORE is set, in a copy for each process.
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
