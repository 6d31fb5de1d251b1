import * as z from 'zod'
import { assignReply, discardReply, listUnsorted, pasteReply } from '#domain/candidates/replies/tray.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import {
  addAttachment,
  findAttachment,
  isPdf,
  MAX_ATTACHMENT_BYTES,
  removeAttachment,
} from '#domain/submissions/attachments.ts'
import { currentOf } from '#domain/submissions/handling.ts'
import { call, type StaffContext } from '../call.ts'
import { found, Problem } from '../problem.ts'
import { sendFile } from './cv.ts'

const MAX_PASTED_LENGTH = 50_000
const MAX_FILE_NAME_LENGTH = 200

export const replyCalls = {
  /** Mails that belong to no record yet. */
  'GET /replies/unsorted': call('submissions.change', {
    background: true,
    handle: ({ queries }) => listUnsorted(queries),
  }),

  'PUT /replies/:id/submission': call('submissions.change', {
    audit: 'reply.assign',
    body: z.object({ reference: z.string().max(40) }),
    handle: ({ write, handling }, { params, body: { reference } }) =>
      write(async (queries) => void found(await assignReply(queries, params.id, reference, handling)), {
        subject: reference,
      }),
  }),

  'DELETE /replies/:id': call('submissions.change', {
    audit: 'reply.discard',
    handle: ({ write }, { params }) => write(async (queries) => void found(await discardReply(queries, params.id))),
  }),

  'GET /replies/:id/attachments/:attachment': call('submissions.change', {
    audit: 'attachment.save',
    handle: (context, { params }) =>
      saveAttachment(context, params.attachment, async (_queries, file) => file.submission_id === null),
  }),

  /** A reply that arrived in another mailbox. */
  'POST /submissions/:id/replies': call('submissions.change', {
    audit: 'reply.paste',
    body: z.object({
      /** Made by the client, so that a repeated request stores it once. */
      id: z.uuid().optional(),
      text: z.string().trim().min(1, 'replyRequired').max(MAX_PASTED_LENGTH, 'tooLong'),
    }),
    handle: ({ write, handling }, { params, body }) =>
      write((queries) => pasteReply(queries, params.id, body, handling)),
  }),

  'POST /submissions/:id/attachments': call('submissions.change', {
    audit: 'attachment.add',
    maxFileBytes: MAX_ATTACHMENT_BYTES,
    query: z.object({ name: z.string().min(1).max(MAX_FILE_NAME_LENGTH) }),
    async handle({ database, write, handling }, { params, query: { name }, body }) {
      const bytes = body as Buffer
      if (!isPdf(bytes)) throw new Problem('notPdf')
      const file = await database.files.keep('attachments', bytes)
      return write(async (queries) => {
        const submission = await currentOf(queries, params.id, {})
        return addAttachment(queries, submission, { name, bytes, file }, handling)
      })
    },
  }),

  /** One's own, before its letter is sent. */
  'DELETE /submissions/:id/attachments/:attachment': call('submissions.change', {
    audit: 'attachment.remove',
    handle: ({ write, handling }, { params }) =>
      write(async (queries) => {
        const submission = await currentOf(queries, params.id, {})
        found(await removeAttachment(queries, submission, params.attachment, handling))
      }),
  }),

  'GET /submissions/:id/attachments/:attachment': call('letters.read', {
    audit: 'attachment.save',
    handle: (context, { params }) =>
      saveAttachment(context, params.attachment, async (queries, file) => {
        const { id } = await currentOf(queries, params.id, {})
        return file.submission_id === id
      }),
  }),
}

type Attachment = NonNullable<Awaited<ReturnType<typeof findAttachment>>>

/** Saved, never shown: a stranger made it. */
async function saveAttachment(
  context: StaffContext,
  id: string,
  isHere: (queries: Queries, file: Attachment) => Promise<boolean>,
) {
  const attachment = await context.write(async (queries) => {
    const file = found(await findAttachment(queries, id))
    if (!(await isHere(queries, file))) throw new Problem('notFound')
    return file
  })
  const bytes = await context.database.files.read(attachment)
  return sendFile(context, { type: 'application/octet-stream', bytes, name: attachment.fileName })
}
