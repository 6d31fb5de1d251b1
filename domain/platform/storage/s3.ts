import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { S3mini } from 's3mini'
import { type ListedObject, type ObjectStore, StorageFailure, type StorageSettings } from './kept-files.ts'

const CALL_MILLISECONDS = 10_000
/** Before each further try. */
const PAUSES_MILLISECONDS = [100, 300, 1_000, 3_000]
const KEYS_AT_ONCE = 1000
const KNOWS_NO_VERSIONS = [405, 501]

/** Any store that speaks S3, with the bucket in the path. */
export async function openS3(settings: StorageSettings): Promise<ObjectStore> {
  const { endpoint, region, accessKey, secretKey, prefix, callMilliseconds = CALL_MILLISECONDS } = settings
  const calling = settings.isPatient ? callingAgain(isMomentary) : callOnce
  // No request waits for a listing.
  const listing = settings.isPatient ? calling : callingAgain(isRefusedForNow)
  const { S3mini } = await import('s3mini')
  const client = new S3mini({
    endpoint,
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    requestAbortTimeout: callMilliseconds,
    // A request signed for one host must not follow a redirect to another.
    fetch: ((input: string, init: RequestInit) => fetch(input, { ...init, redirect: 'error' })) as typeof fetch,
  })

  return {
    async put(key, bytes) {
      const checksum = { 'content-md5': createHash('md5').update(bytes).digest('base64') }
      const response = await calling('put', () =>
        client.putObject(prefix + key, bytes as never, 'application/octet-stream', undefined, checksum as never),
      )
      await response.body?.cancel()
    },
    async get(key) {
      const bytes = await calling('get', () => client.getObjectArrayBuffer(prefix + key))
      return bytes === null ? undefined : Buffer.from(bytes)
    },
    async delete(key) {
      const versions = await versionsOf(client, prefix + key, calling)
      for (const version of versions) await calling('delete', () => client.deleteObject(version))
    },
    async *list(folder) {
      for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
        const page = await listing('list', () => client.listObjectsPaged('/', prefix + folder, KEYS_AT_ONCE, token))
        if (!page) throw new StorageFailure('object storage, list: there is no such bucket')
        yield (page.objects ?? []).map(
          ({ Key, LastModified }): ListedObject => ({ key: Key.slice(prefix.length), storedAt: LastModified }),
        )
        token = page.nextContinuationToken
      }
    },
  }
}

/** As targets of a deletion. A store that knows no versions has the object alone. */
async function versionsOf(client: S3mini, key: string, calling: Calling) {
  const versions = await calling('list versions', () =>
    client.listObjectVersions(key).catch((error) => {
      if (KNOWS_NO_VERSIONS.includes((error as { status: number }).status)) return [{ VersionId: undefined }]
      throw error
    }),
  )
  if (!versions) throw new StorageFailure('object storage, list versions: there is no such bucket')
  return versions.map(({ VersionId }) => ({ key, ...(VersionId && { versionId: VersionId }) }))
}

type Calling = <Result>(what: string, call: () => Promise<Result>) => Promise<Result>

const callOnce: Calling = async (what, call) => {
  try {
    return await call()
  } catch (error) {
    // Without the cause: the response may repeat the access key.
    throw new StorageFailure(`object storage, ${what}: ${reasonOf(error)}`)
  }
}

/** Every call may be made twice: objects never change. */
const callingAgain =
  (mayPass: (error: unknown) => boolean): Calling =>
  (what, call) =>
    callOnce(what, async () => {
      for (const milliseconds of PAUSES_MILLISECONDS) {
        try {
          return await call()
        } catch (error) {
          if (!mayPass(error)) throw error
        }
        await pause(milliseconds)
      }
      return call()
    })

const TOO_MANY_REQUESTS = 429

function isRefusedForNow(error: unknown) {
  const { status } = error as { status?: number }
  return status === TOO_MANY_REQUESTS || (status !== undefined && status >= 500 && !KNOWS_NO_VERSIONS.includes(status))
}

/** Or there was no reply at all. */
const isMomentary = (error: unknown) => (error as { status?: number }).status === undefined || isRefusedForNow(error)

function reasonOf(error: unknown) {
  const { name, status, serviceCode, code, cause } = error as {
    name?: string
    status?: number
    serviceCode?: string
    code?: string
    cause?: { code?: string }
  }
  if (status !== undefined) return `the store replied ${status} ${serviceCode ?? ''}`.trim()
  if (name === 'TimeoutError') return 'no reply in time'
  return `no reply (${code ?? cause?.code ?? name})`
}
