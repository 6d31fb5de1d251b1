import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { describeMisspelt, readConfig, SettingsError } from '#settings/settings.ts'

export async function start() {
  try {
    const config = readConfig()
    const misspelt = cluster.isPrimary && describeMisspelt()
    if (misspelt) console.error(`Settings ${misspelt}`)
    if (config.workers > 1 && cluster.isPrimary) {
      // The primary does not load the site.
      const { superviseWorkers } = await import('./workers/supervise.ts')
      return superviseWorkers(config, fileURLToPath(import.meta.url))
    }
    const { openSite } = await import('./app.ts')
    await openSite(config)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

// This file is also the workers' program.
if (cluster.isWorker) await start()
