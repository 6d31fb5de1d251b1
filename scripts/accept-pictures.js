// How every page looks now is how it should look: takes the pictures in tests/fixtures/pictures anew, those that differ.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const { status } = spawnSync(path.join('node_modules', '.bin', 'playwright'), ['test', 'pictures'], {
  stdio: 'inherit',
  env: { ...process.env, ACCEPT_PICTURES: '1' },
})
process.exit(status ?? 1)
