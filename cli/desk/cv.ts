import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { KINDS_WITH_CV } from '#domain/submissions/kinds.ts'
import { listSubmissions, takeCv } from '#domain/submissions/submissions.ts'
import { commandLineActor } from '../actor.ts'
import { asReference, type DeskCall, type DeskCommand, DONE, NOT_DONE, Refusal, UsageError } from './command.ts'
import { filterOptions, readFilters } from './filters.ts'

const ONLY_THE_OWNER = 0o600
const ONLY_THE_OWNER_ENTERS = 0o700

export const cv: DeskCommand = {
  takes: '[reference …]',
  words: [0, Number.POSITIVE_INFINITY],
  summary: 'saves CVs to files, by reference or by filters; it is noted in the audit trail',
  options: {
    to: {
      type: 'string',
      value: 'path',
      says: 'a file for one CV, a folder for several; otherwise the current folder',
    },
    ...filterOptions,
  },
  examples: ['cv NQ-7K3M-9XQ2', 'cv --since yesterday --until yesterday --to ./yesterday'],

  async run(call) {
    const { terminal, words, options } = call
    const references = words.length > 0 ? words.map(asReference) : await filteredReferences(call)
    const target = String(options.to ?? '.')
    const isFolder = words.length !== 1 || target.endsWith(path.sep) || isExistingFolder(target)
    const act = { actor: commandLineActor(), now: call.now }
    let notSaved = 0
    for (const [index, reference] of references.entries()) {
      // Named by the reference: the name a stranger chose for the file stays in the database.
      const file = isFolder ? path.join(target, `${reference}.pdf`) : target
      if (existsSync(file)) {
        terminal.remark(`${file} is there already; it was not overwritten.`)
        notSaved++
        continue
      }
      const found = await takeCv(call.database, reference, 'cv.save', act)
      if (!found) {
        terminal.remark(`There is no CV of ${reference}.`)
        notSaved++
        continue
      }
      if (createHash('sha256').update(found.bytes).digest('hex') !== found.sha256)
        throw new Refusal(`The CV of ${reference} is damaged: its bytes do not have the hash they were stored with.`)
      save(file, found.bytes)
      terminal.print(file)
      if (references.length > 1) terminal.progress(index + 1, references.length)
    }
    if (references.length === 0) terminal.remark('No applications.')
    return notSaved > 0 ? NOT_DONE : DONE
  },
}

async function filteredReferences(call: DeskCall) {
  const isFiltered = Object.keys(filterOptions).some((name) => call.options[name] !== undefined)
  if (!isFiltered) throw new UsageError('Give reference numbers, or filters such as --since yesterday.')
  const found = await listSubmissions(call.database.queries, { ...readFilters(call), kinds: KINDS_WITH_CV })
  return found.map(({ reference }) => reference)
}

function save(file: string, bytes: Buffer) {
  mkdirSync(path.dirname(file), { recursive: true, mode: ONLY_THE_OWNER_ENTERS })
  writeFileSync(file, bytes, { mode: ONLY_THE_OWNER, flag: 'wx' })
}

const isExistingFolder = (target: string) => existsSync(target) && statSync(target).isDirectory()
