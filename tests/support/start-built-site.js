// Not scripts/start.js, which would install packages and build, while several sites start at once.
const { start } = await import('../../build/current/server/index.js')
await start()
