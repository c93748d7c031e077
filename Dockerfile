# One image for every role: `start --role api`, `start --role worker`, `sandbox`, `migrate`.
ARG NODE_IMAGE=node:24-bookworm-slim

# What npm has to know. It changes seldom, so what is installed after it is seldom installed again.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /ponte
COPY .npmrc package.json package-lock.json ./
COPY server/package.json server/
COPY simulator/package.json simulator/
COPY sdk/package.json sdk/
COPY dashboard/package.json dashboard/

# The optional packages are a Node and a PostgreSQL: the image has the one and needs no other.
FROM manifests AS packages
RUN npm ci --ignore-scripts --omit=dev --omit=optional \
  --workspace server --workspace simulator --workspace sdk

# Here the optional packages are needed: some are what the bundler runs.
FROM manifests AS dashboard
RUN npm ci --ignore-scripts --workspace dashboard
COPY tsconfig.base.json ./
COPY dashboard dashboard
RUN node dashboard/build.ts

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Ponte" \
  org.opencontainers.image.description="Self-hosted, non-custodial gateway between PIX and DePix" \
  org.opencontainers.image.licenses="MIT"
WORKDIR /ponte
COPY --from=packages /ponte ./
COPY LICENSE ./
COPY docs/guide docs/guide
COPY simulator/migrations simulator/migrations
COPY simulator/src simulator/src
COPY sdk/src sdk/src
COPY --from=dashboard /ponte/dashboard/dist dashboard/dist
COPY server/migrations server/migrations
COPY server/src server/src

# Keys that a container made for itself would be gone with it, and everything that they sealed. So
# it starts with keys that are given, or not at all.
ENV NODE_ENV=production \
  PONTE_HOST=0.0.0.0 \
  PONTE_DATA_DIR=/tmp/ponte \
  PONTE_ENCRYPTION_KEYS_FILE=/run/secrets/encryption_keys

# By its number, so that Kubernetes can see that it is not root.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "server/src/cli.ts"]
CMD ["start", "--role", "api"]
