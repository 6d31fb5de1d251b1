# Made from the archive of `npm run pack-release`, run with Node 24: docker build --build-arg ARCHIVE=release/nuqta-….tar.gz .
# Nothing is installed or compiled here.
FROM node:24.11.1-bookworm-slim
ARG ARCHIVE
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_TRIM_THRESHOLD_=131072
ADD ${ARCHIVE} /
WORKDIR /nuqta
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
  CMD node -e "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"
CMD ["node", "--max-semi-space-size=4", "start.js"]
