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
# bash alone asks for the health, because a process of Node would take as long as a hundred calls. With --tls, the answer
# to http says that the emulator requires https, and can come before the request is written.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --start-interval=1s --retries=3 CMD ["bash", "-c", "trap '' PIPE; exec 3<>/dev/tcp/127.0.0.1/${EMULATOR_PORT:-4747} || exit 1; printf 'GET /_emulator/health HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3; [[ $(cat <&3) =~ '\"status\":\"ok\"'|'requires HTTPS' ]]"]
ENTRYPOINT ["emulator"]
CMD ["start", "--no-tui", "--host", "0.0.0.0", "--allow-remote", "--allow-remote-webhooks", "--allowed-host", "emulator"]
