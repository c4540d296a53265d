# Builds the image of the server: docker build -t docent .
# Both stages start from BASE, which has Node 24. Another one, such as a mirror of your own, is a build argument.
ARG BASE=docker.io/library/node:24.21.0-bookworm-slim

FROM ${BASE} AS build
RUN command -v git >/dev/null \
  || (apt-get update && apt-get install -y --no-install-recommends git ca-certificates)
WORKDIR /src
COPY . .
# Plugins that the default set leaves out, by name: PLUGINS="store-postgres limiter-redis telemetry-otel".
ARG PLUGINS=""
RUN node deploy/image/build.mjs /app ${PLUGINS}

FROM ${BASE}
RUN command -v git >/dev/null && command -v tini >/dev/null \
  || (apt-get update && apt-get install -y --no-install-recommends git ca-certificates tini \
    && apt-get clean && rm -rf /var/lib/apt/lists/*)
COPY --from=build /app /app
RUN mkdir -p /data /etc/docent && chown 10001:10001 /data
# Everything that changes is in /data and /tmp, so the root file system can be read-only.
# Each thread that indexes keeps an arena of memory: with two of them a fifth less is resident.
ENV NODE_ENV=production \
    DOCENT_DATA=/data \
    HOST=0.0.0.0 \
    PORT=3000 \
    LOG_FORMAT=json \
    MALLOC_ARENA_MAX=2 \
    HOME=/tmp
USER 10001:10001
# docent.config.ts is looked for here.
WORKDIR /etc/docent
VOLUME ["/data"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "/app/healthcheck.mjs"]
# Helpers of a git that was ended have no parent then. The first process collects them, which Node would not.
ENTRYPOINT ["tini", "-s", "--", "node", "/app/dist/main.js"]
CMD ["serve"]
