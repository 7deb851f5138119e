# The emulator in a container: built from this repository, with what it needs to run and nothing else.
FROM --platform=$BUILDPLATFORM node:22-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.js && npm pack --ignore-scripts --pack-destination /

FROM node:22-slim
COPY --from=build /payments-emulator-*.tgz /opt/
RUN npm install --global --omit=dev --ignore-scripts --no-audit --no-fund /opt/payments-emulator-*.tgz && rm /opt/payments-emulator-*.tgz
RUN mkdir /data && chown node:node /data
USER node
WORKDIR /data
ENV EMULATOR_DATA_DIR=/data
VOLUME /data
EXPOSE 4747
HEALTHCHECK --interval=2s --timeout=3s --start-period=10s --retries=5 CMD ["emulator", "status", "--health"]
ENTRYPOINT ["emulator"]
CMD ["start", "--no-tui", "--host", "0.0.0.0", "--allow-remote", "--allow-remote-webhooks", "--allowed-host", "emulator"]
