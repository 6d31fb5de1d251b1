// Not scripts/start.js: that would look for packages to install and files to build, and several sites may start at once.
const { start } = await import('../../build/current/server/index.js')
await start()
