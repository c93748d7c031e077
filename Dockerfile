# One image for every role: `start --role api`, `start --role worker`, `sandbox`, `migrate`.
ARG NODE_IMAGE=node:24-bookworm-slim

# What npm needs. It rarely changes, so the layers installed from it are rarely rebuilt.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /ponte
COPY .npmrc package.json package-lock.json ./
COPY server/package.json server/
COPY simulator/package.json simulator/
COPY sdk/package.json sdk/
COPY dashboard/package.json dashboard/

# The optional packages are Node and PostgreSQL: the image has its own Node and needs no PostgreSQL.
FROM manifests AS packages
RUN npm ci --ignore-scripts --omit=dev --omit=optional \
  --workspace server --workspace simulator --workspace sdk

# Here the optional packages are needed: they include the bundler's binaries.
FROM manifests AS dashboard
RUN npm ci --ignore-scripts --workspace dashboard
COPY tsconfig.base.json ./
COPY dashboard dashboard
RUN node dashboard/build.ts

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Ponte" \
  org.opencontainers.image.description="Self-hosted, non-custodial gateway between Pix and DePix" \
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

# Keys made inside a container would be lost with it, and with them everything that they encrypted.
# So it starts only with keys that are given to it.
ENV NODE_ENV=production \
  PONTE_HOST=0.0.0.0 \
  PONTE_DATA_DIR=/tmp/ponte \
  PONTE_ENCRYPTION_KEYS_FILE=/run/secrets/encryption_keys

# A number, so that Kubernetes can see that it is not root.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT ?? 3000) + '/healthz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "server/src/cli.ts"]
CMD ["start", "--role", "api"]
