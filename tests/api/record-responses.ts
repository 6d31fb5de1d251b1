import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startApi } from '../support/api.ts'
import { RECORDING_DAY, recordedRequests, responseTo, SETUPS, type Setup } from './recorded-requests.ts'

/** `RECORD=1 npx vitest run --project api tests/api/recorded-responses` rewrites recorded-responses.json. */
const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-recording-'))
const recorded: Record<string, unknown> = {}
for (const setup of Object.keys(SETUPS) as Setup[]) {
  const dataDirectory = path.join(folder, setup)
  const api = await startApi({ dataDirectory, clock: () => RECORDING_DAY, ...SETUPS[setup] })
  for (const [name, request] of Object.entries(recordedRequests()))
    if (request.setup === setup) recorded[name] = await responseTo(api.url, request)
  await api.stop()
}
rmSync(folder, { recursive: true })
const lines = Object.entries(recorded).map(([name, response]) => `${JSON.stringify(name)}: ${JSON.stringify(response)}`)
writeFileSync(path.join(import.meta.dirname, 'recorded-responses.json'), `{\n${lines.join(',\n')}\n}\n`)
