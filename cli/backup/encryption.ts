import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { ENCRYPTED_SUFFIX } from '#domain/operations/backups.ts'
import { OWNER_ONLY_FILE } from '#domain/platform/make-folder.ts'
import { writeNewFile } from '../unfinished-files.ts'
import { BackupError, notReadable } from './backup-file.ts'
import { withStaging } from './staging.ts'

/** In authenticated pieces, never whole in memory. */
export async function encryptFile(source: string, target: string, recipients: string[]): Promise<void> {
  const { Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  await transform(source, target, (plain) => encrypter.encrypt(plain))
}

/** Calls `work` with the decrypted backup, in a folder below `root` that is gone afterwards. */
export async function withDecrypted<Result>(
  file: string,
  { identityFile, root }: { identityFile: string | undefined; root: string },
  work: (plain: string) => Promise<Result>,
): Promise<Result> {
  if (!file.endsWith(ENCRYPTED_SUFFIX)) return work(file)
  if (identityFile === undefined)
    throw new BackupError(`${file} is encrypted. Add --identity and the file with the secret key.`)
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  for (const identity of await readIdentities(identityFile)) decrypter.addIdentity(identity)
  return withStaging(root, 'decrypted', async (folder) => {
    const plain = path.join(folder, path.basename(file, ENCRYPTED_SUFFIX))
    await transform(file, plain, (sealed) => decrypter.decrypt(sealed)).catch((error) => {
      if ((error as NodeJS.ErrnoException).code) throw error
      throw new BackupError(`${file} cannot be decrypted with ${identityFile}: ${(error as Error).message}.`)
    })
    return work(plain)
  })
}

export async function makeKeyPair(file: string): Promise<string> {
  if (existsSync(file)) throw new BackupError(`${file} already exists and is not overwritten.`)
  const { generateX25519Identity, identityToRecipient } = await loadAge()
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  await writeNewFile(file, `# public key: ${recipient}\n${identity}\n`)
  return recipient
}

async function readIdentities(file: string) {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw notReadable(file, error)
  })
  const identities = text.split('\n').filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (identities.length === 0) throw new BackupError(`${file} contains no secret key (AGE-SECRET-KEY-…).`)
  return identities.map((line) => line.trim())
}

type Transformed = (input: globalThis.ReadableStream<Uint8Array>) => Promise<globalThis.ReadableStream<Uint8Array>>

async function transform(source: string, target: string, through: Transformed) {
  const input = createReadStream(source)
  try {
    const output = await through(Readable.toWeb(input) as globalThis.ReadableStream<Uint8Array>)
    await pipeline(
      Readable.fromWeb(output as ReadableStream<Uint8Array>),
      createWriteStream(target, { flags: 'wx', mode: OWNER_ONLY_FILE }),
    )
  } finally {
    input.destroy()
  }
}

const loadAge = () => import('age-encryption')
