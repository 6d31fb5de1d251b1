import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

const PATIENCE_MILLISECONDS = 30_000

addEventListener('message', async ({ data: challenge }: MessageEvent<Challenge>) => {
  postMessage(await solveChallenge({ challenge, deriveKey, timeout: PATIENCE_MILLISECONDS }).catch(() => null))
})
