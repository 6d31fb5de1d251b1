import { createHash } from 'node:crypto'
import type { Database } from '../../platform/database/database.ts'
import { serverKey } from '../../platform/database/server-keys.ts'
import { MINUTE, SECOND } from '../../platform/durations.ts'
import { enqueueFileDeletions } from '../../platform/file-deletions.ts'
import { defineJob, type JobDefinition } from '../../platform/jobs/define-job.ts'
import { FILE_COLUMNS, FileLost, StorageFailure } from '../../platform/storage/kept-files.ts'
import { createWorkerProcess, WorkerFailure } from '../../platform/subprocess/subprocess.ts'
import type { CvInspector } from '../../submissions/cv/inspector.ts'
import { toResult } from '../../submissions/cv/result.ts'
import { structureProblem } from '../../submissions/cv/structure.ts'
import { type ClamdAddress, scanForViruses } from '../../submissions/cv/virus-scan.ts'
import { type KeptAttachment, type ReceivedMail, storeReply } from './store-reply.ts'
import type { ParsedFile, ParsedMail } from './workers/parse.ts'
import parserSource from './workers/parse-worker.ts?worker-source'

interface ReplySettings {
  replyTo: string
  mailFrom: string
}

interface ReplyJobOptions {
  database: Database
  settings: ReplySettings
  inspector: Pick<CvInspector, 'inspect'>
  clamd?: ClamdAddress | undefined
}

const DEADLINE = 20 * SECOND
const MAX_TRIES = 3

/** Reads a mail that came in, in a process of its own, and puts it into its thread or into the tray. */
export function replyJob({ database, settings, inspector, clamd }: ReplyJobOptions) {
  const parser = createWorkerProcess<ParsedMail>({
    source: parserSource,
    deadlineMilliseconds: DEADLINE,
    isInBackground: true,
  })
  const job: JobDefinition = defineJob<{ mailId: string }>({
    kind: 'reply',
    concurrency: 1,
    // Longer than twenty files take with every deadline on their way.
    leaseMilliseconds: 20 * MINUTE,
    retry: {
      backoff: [5 * SECOND, MINUTE, 10 * MINUTE],
      stuckAfterTries: 10,
      unreachable: { pauseMilliseconds: MINUTE },
    },
    async run({ payload: { mailId }, tries }) {
      const row = await database.queries
        .selectFrom('incoming_mails')
        .select([...FILE_COLUMNS, 'received_at', 'is_cut', 'size'])
        .where('id', '=', mailId)
        .executeTakeFirst()
      if (!row) return undefined
      const bytes = await readBytes(row)
      const mail = bytes && (await parsed(bytes, tries))
      if (mail && row.is_cut === 1) mail.dropped.push({ name: '', size: row.size })
      const secret = await serverKey(database, 'replies')
      return async (queries) => {
        if (mail) await storeReply(queries, mail, { ...settings, secret }, new Date(row.received_at))
        await queries.deleteFrom('incoming_mails').where('id', '=', mailId).execute()
        await enqueueFileDeletions(queries, [row.object_key])
      }
    },
    describe: (error) => (error as Error).name,
    verdictOf: (error) => (error instanceof StorageFailure ? 'unreachable' : 'retry'),
  })
  return { job, stop: () => parser.stop() }

  async function readBytes(row: Parameters<Database['files']['read']>[0]) {
    try {
      return await database.files.read(row)
    } catch (error) {
      if (error instanceof FileLost) return undefined
      throw error
    }
  }

  async function parsed(bytes: Buffer, tries: number): Promise<ReceivedMail> {
    try {
      const { files, ...mail } = await parser.run(bytes)
      return { ...mail, attachments: await keepAll(files) }
    } catch (error) {
      if (!(error instanceof WorkerFailure)) throw error
      if (tries < MAX_TRIES) throw error
      // Whole, as a file in the tray: a person may read it elsewhere.
      const original = { name: 'mail.eml', type: 'message/rfc822', bytes }
      return { ...UNREADABLE, messageId: '', whole: hashOf(bytes), dropped: [], attachments: await keepAll([original]) }
    }
  }

  async function keepAll(files: ParsedFile[]): Promise<KeptAttachment[]> {
    const kept: KeptAttachment[] = []
    for (const { name, type, bytes } of files) kept.push(await keepFile(name, type, Buffer.from(bytes)))
    return kept
  }

  /** A PDF goes through the inspection of CVs. */
  async function keepFile(name: string, type: string, bytes: Buffer): Promise<KeptAttachment> {
    const isPdf = structureProblem(bytes) === undefined
    const scan = clamd && (await scanForViruses(bytes, clamd))
    const result = isPdf ? toResult(await inspector.inspect(bytes), scan) : undefined
    const file = await database.files.keep('attachments', bytes)
    return { name, type: isPdf ? 'application/pdf' : type, size: bytes.length, sha256: hashOf(bytes), file, result }
  }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const UNREADABLE = {
  references: [],
  from: { address: '', name: '' },
  recipients: [],
  subject: '',
  text: '',
  isAutomatic: false,
  heldBecause: 'unreadable' as const,
}
