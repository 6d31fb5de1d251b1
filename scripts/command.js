// `npm run content` and the other commands: from a clean clone to what the command does.
import { build, install } from './set-up.js'

install()
await build()
const { runCommand } = await import('../build/server/index.js')
const [name, ...args] = process.argv.slice(2)
await runCommand(name, args)
