import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { makeFolder, OWNER_ONLY_FOLDER } from '#domain/platform/make-folder.ts'
import { FileLost } from '#domain/platform/storage/kept-files.ts'
import { withCvAmong } from '#domain/submissions/kinds.ts'
import { listSubmissions } from '#domain/submissions/list-submissions.ts'
import { readReference } from '#domain/submissions/reference.ts'
import { type SubmissionSummary, takeCv } from '#domain/submissions/submissions.ts'
import { nameFullDisk, writeNewFile } from '../unfinished-files.ts'
import { commandLineActor, type DeskCall, type DeskCommand, NotDone, UsageError } from './command.ts'
import { filterOptions, readFilters } from './filters.ts'

export const cv: DeskCommand = {
  takes: '[reference...]',
  summary: 'saves CVs to files, by reference or by filters; the audit trail records it',
  options: {
    '--to <path>': 'a file for one CV, a folder for several (default: the current folder)',
    ...filterOptions,
  },
  examples: ['cv NQ-7K3M-9XQ2', 'cv --since yesterday --until yesterday --to ./yesterday'],

  async run(call) {
    const { terminal, words, options } = call
    const wanted = words.length > 0 ? await namedApplications(call) : await filteredApplications(call)
    const target = String(options.to ?? '.')
    const isFolder =
      words.length !== 1 || target.endsWith(path.sep) || statSync(target, { throwIfNoEntry: false })?.isDirectory()
    let isAllSaved = true
    for (const [index, application] of wanted.entries()) {
      const file = isFolder ? path.join(target, cvFileName(application)) : target
      const refusal = await saveCv(call, application.reference, file)
      if (refusal) {
        terminal.remark(refusal)
        isAllSaved = false
      } else terminal.print(file)
      if (wanted.length > 1) terminal.progress(index + 1, wanted.length)
    }
    if (wanted.length === 0) terminal.remark('No applications.')
    if (!isAllSaved) throw new NotDone()
  },
}

type Application = Pick<SubmissionSummary, 'reference' | 'name' | 'about'>

async function namedApplications({ database, words }: DeskCall): Promise<Application[]> {
  const references = words.map(readReference)
  const found = await listSubmissions(database.queries, { references })
  return references.map(
    (reference) => found.find((each) => each.reference === reference) ?? { reference, name: '', about: '' },
  )
}

async function filteredApplications(call: DeskCall): Promise<Application[]> {
  const { to, ...filters } = call.options
  if (Object.keys(filters).length === 0)
    throw new UsageError('Give reference numbers, or filters such as --since yesterday.')
  const wanted = readFilters(call)
  return listSubmissions(call.database.queries, { ...wanted, kinds: withCvAmong(wanted.kinds) })
}

/** Like Mona-Said_Data-Analyst_NQ-7K3M-9XQ2.pdf, whatever the applicant's file name. */
const cvFileName = ({ reference, name, about }: Application) =>
  `${[fileNamePart(name), fileNamePart(about || 'general'), reference].filter(Boolean).join('_')}.pdf`

const MAX_FILE_NAME_PART_BYTES = 100

/** Letters and digits of any script, and nothing special to a shell or a file system. */
function fileNamePart(text: string) {
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  let part = ''
  for (const letter of words.join('-')) {
    if (Buffer.byteLength(part + letter) > MAX_FILE_NAME_PART_BYTES) break
    part += letter
  }
  return part
}

/** Returns why the CV was not saved; undefined where it was. */
async function saveCv({ database, now }: DeskCall, reference: string, file: string): Promise<string | undefined> {
  if (existsSync(file)) return `${file} already exists and was not overwritten.`
  try {
    const found = await takeCv(database, reference, 'cv.save', { actor: commandLineActor(), now })
    if (!found) return `${reference} has no CV.`
    if (createHash('sha256').update(found.bytes).digest('hex') !== found.sha256)
      return `The CV of ${reference} is damaged: its hash differs from the stored one.`
    await nameFullDisk(path.dirname(file), () => makeFolder(path.dirname(file), OWNER_ONLY_FOLDER))
    await writeNewFile(file, found.bytes)
    return undefined
  } catch (error) {
    if (!(error instanceof FileLost)) throw error
    return `The CV of ${reference} is missing: ${error.message}`
  }
}
