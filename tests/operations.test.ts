import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { loadDeskCommand } from '#cli/desk/desk.ts'
import { COMMANDS } from '#cli/main.ts'
import { commandLineOf } from '#cli/run-command.ts'
import { LIFETIMES } from '#contract/lifetimes.ts'
import { CONDITIONS, type ConditionName } from '#domain/operations/conditions.ts'
import * as durations from '#domain/platform/durations.ts'

/** What operators read is what the program does. */

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
/** On one line, so that a sentence is found wherever it is broken. */
const operations = read('docs/operations.md').replace(/\s+/g, ' ')

/** A sentence of docs/operations.md, the file and name of the constant that decides it, and its value there. */
const FIGURES: [sentence: string, file: string, constant: string, value: unknown][] = [
  ['for half a second the port stays open', 'server/http/shutdown.ts', 'NOTICE_MILLISECONDS', 500],
  ['until none is used for a quarter of a second', 'server/http/shutdown.ts', 'IDLE_MILLISECONDS', 250],
  ['restarts a crashed worker after 0.1 seconds', 'server/workers/supervise.ts', 'FIRST_RESTART_MILLISECONDS', 100],
  ['… up to 30 seconds while it keeps failing', 'server/workers/supervise.ts', 'SLOWEST_RESTART_MILLISECONDS', 30_000],
  ['does not answer for ten seconds', 'server/workers/supervise.ts', 'MAX_UNANSWERED_PINGS', 10],
  ['does not answer for ten seconds', 'server/workers/supervise.ts', 'PING_INTERVAL_MILLISECONDS', 1_000],
  ['the database answers within two seconds', 'server/http/health.ts', 'PATIENCE_MILLISECONDS', 2_000],
  [
    'Every five minutes the server checks these conditions',
    'domain/operations/notices.ts',
    'POLL_MILLISECONDS',
    300_000,
  ],
  ['- mail an hour late', 'domain/operations/conditions.ts', 'MAIL_STUCK_SECONDS', 3_600],
  ['less than a tenth of a disk free', 'domain/operations/conditions.ts', 'MIN_FREE_SHARE', 0.1],
  ['the newest backup older than 26 hours', 'domain/operations/conditions.ts', 'MAX_BACKUP_AGE', 26 * durations.HOUR],
  ['a clock that is off by more than a minute', 'domain/operations/conditions.ts', 'MAX_CLOCK_DIFFERENCE', 60_000],
  [
    'behind the other language for a week',
    'domain/operations/conditions.ts',
    'CONTENT_BEHIND_AFTER',
    7 * durations.DAY,
  ],
  ['and named on Today after an hour', 'domain/operations/conditions.ts', 'MAILBOX_UNREAD_AFTER', durations.HOUR],
  ['The same error is sent once a minute at most', 'server/http/error-reports.ts', 'SAME_ERROR_EVERY', 60_000],
  ['Two seconds after a publication', 'domain/notifications/shared-caches/purge-job.ts', 'DELAY', 2_000],
  [
    'waits two seconds, lets other queries run for three',
    'domain/platform/database/migrate.ts',
    'LOCK_PATIENCE',
    { attempts: 60, waitMilliseconds: 2_000, pauseMilliseconds: 3_000 },
  ],
  ["every night after two o'clock", 'server/nightly-backups.ts', 'QUIET_HOUR', 2],
  ["every night after three o'clock", 'domain/operations/retention.ts', 'QUIET_HOUR', 3],
  ['the newest of each of seven days', 'domain/operations/backups.ts', 'DAILY_KEPT', 7],
  ['numbered pieces of 32 MB', 'domain/operations/remote-backups.ts', 'PIECE_BYTES', 32 * 1024 * 1024],
  ['After a pause of more than a week', 'domain/platform/jobs/daily-jobs.ts', 'MAX_PAUSE_DAYS', 7],
  ['counts as stuck after ten tries', 'domain/notifications/mail/mail-job.ts', 'STUCK_AFTER_TRIES', 10],
  [
    'not acknowledged within ten minutes',
    'domain/notifications/mail/transport.ts',
    'ACKNOWLEDGE_MILLISECONDS',
    600_000,
  ],
  [
    'An unreachable mail server is tried again every minute',
    'domain/notifications/mail/transport.ts',
    'UNREACHABLE',
    { pauseMilliseconds: 60_000 },
  ],
  [
    'waits up to a minute for the inspection of the CV',
    'domain/notifications/mail/outbox.ts',
    'MAX_WAIT_FOR_INSPECTION',
    60_000,
  ],
  ['in review or interview for half an hour', 'domain/submissions/stages.ts', 'UNDO_MINUTES', 30],
  ['new mails of the folder every minute', 'domain/candidates/replies/imap-job.ts', 'READ_EVERY', 60_000],
  ['40 MB at most', 'domain/candidates/replies/incoming.ts', 'MAX_MAIL_BYTES', 40 * 1024 * 1024],
  ['five minutes old at most', 'api/routes/reply-hook.ts', 'TOLERANCE_MILLISECONDS', 300_000],
  ['A thread takes 30 mails in 24 hours', 'domain/candidates/replies/store-reply.ts', 'MAX_PER_THREAD_AND_DAY', 30],
  ['10 MB each, 25 MB together', 'domain/candidates/replies/workers/parse.ts', 'MAX_FILE_BYTES', 10 * 1024 * 1024],
  ['10 MB each, 25 MB together', 'domain/candidates/replies/workers/parse.ts', 'MAX_BYTES_OF_FILES', 25 * 1024 * 1024],
  ['twenty at most', 'domain/candidates/replies/workers/parse.ts', 'MAX_FILES', 20],
  ['at most 300,000 visits', 'domain/operations/visitors/known-visitors.ts', 'MAX_KNOWN', 300_000],
  [
    'after at most ten seconds, and its answers stay on the screen',
    'domain/platform/storage/s3.ts',
    'CALL_MILLISECONDS',
    10_000,
  ],
  ['and sessions within twelve hours', 'domain/people/sessions.ts', 'SESSION_HOURS', 12],
]

test.each(FIGURES)('“%s” is decided by %s, %s', (sentence, file, constant, value) => {
  expect(operations).toContain(sentence)
  expect(constantIn(file, constant)).toEqual(value)
})

test('lengths that the privacy policy says, too, are those of the code', () => {
  expect(operations).toContain(`for ${LIFETIMES.unsortedReplyDays} days. A thread`)
  expect(operations).toContain(`until they are ${LIFETIMES.visitorMonths} months old`)
  expect(operations).toContain(`none is older than ${LIFETIMES.backupDays} days`)
})

describe('retries', () => {
  test.each([
    [
      'retried after 1, 2, 5, 10, 30 and then every 60 minutes',
      'domain/notifications/mail/mail-job.ts',
      [1, 2, 5, 10, 30, 60],
    ],
    [
      'tried again after 1, 2, 5, 10 and then every 15 minutes',
      'domain/candidates/replies/imap-job.ts',
      [1, 2, 5, 10, 15],
    ],
    [
      'tried again after ten seconds, a minute, then every ten minutes; after five tries',
      'domain/notifications/shared-caches/purge-job.ts',
      [1 / 6, 1, 10],
    ],
  ])('“%s”', (sentence, file, minutes) => {
    expect(operations).toContain(sentence)
    const [, written = ''] = /backoff: (\[[^\]]+\])/.exec(read(file)) ?? []
    expect([...evaluate(written)]).toEqual(minutes.map((each) => each * durations.MINUTE))
  })
})

test('every recipe gives Node the flags and the memory settings of npm start', () => {
  const wanted = /(\w+=\S+) node (--\S+) /.exec(JSON.parse(read('package.json')).scripts.start)?.slice(1)
  expect(wanted).toHaveLength(2)
  for (const recipe of ['Dockerfile', 'deploy/nuqta.service'])
    for (const each of wanted ?? []) expect([recipe, read(recipe)]).toEqual([recipe, expect.stringContaining(each)])
})

test('each setting has in the table the default of the example file', () => {
  const rows = [...read('docs/operations.md').matchAll(/^\| `([A-Z_]+)` \| ([^|]+) \|/gm)]
  const told = rows.map(([, name, text = '']) => [name, /^`(.*)`$/.exec(text.trim())?.[1] ?? ''])
  const example = [...read('.env.example').matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value])
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(example))
})

test('the changelog names every migration after the first release, so that operators know what an update does', () => {
  const changelog = read('CHANGELOG.md')
  const later = readdirSync(path.join(root, 'domain/platform/database/migrations'))
    .map((file) => /^(\d{3}-[\w-]+)\.ts$/.exec(file)?.[1])
    .filter((name): name is string => name !== undefined && name !== '001-baseline')
  expect(later.filter((name) => !changelog.includes(`\`${name}\``))).toEqual([])
})

/** Conditions by their lines in docs/operations.md. */
const LINES_OF_CONDITIONS: Record<ConditionName, string> = {
  mailStuck: 'mail an hour late',
  diskLow: 'less than a tenth of a disk free',
  backupOld: 'the newest backup older than 26 hours (with `BACKUP_DIR`), or backups dated in the future',
  backupAhead: 'the newest backup older than 26 hours (with `BACKUP_DIR`), or backups dated in the future',
  clockOff:
    'a clock that is off by more than a minute (against PostgreSQL or the newest submission), or was set while the process ran',
  clockSet:
    'a clock that is off by more than a minute (against PostgreSQL or the newest submission), or was set while the process ran',
  purgeHeld: 'the nightly erasure held back after a pause',
  migrationsPending: 'missing migrations',
  contentBehind: 'published texts behind the other language for a week',
  deletionsFail: 'files that the object storage keeps refusing to delete',
  storageShared: 'an object storage folder that two databases use',
  repliesUnread: 'a mailbox of replies that cannot be read for an hour',
  storageUnreachable: 'an object storage or a virus scanner that does not answer',
  scannerUnreachable: 'an object storage or a virus scanner that does not answer',
}

test('every condition that the server checks is listed, and no other', () => {
  const [, list = ''] = /checks these conditions:\n\n([\s\S]*?)\n\n/.exec(read('docs/operations.md')) ?? []
  const lines = list.split('\n').map((line) => line.replace(/^- /, ''))
  expect(lines.toSorted()).toEqual([...new Set(CONDITIONS.map((name) => LINES_OF_CONDITIONS[name]))].toSorted())
})

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'deploy/README.md',
  ...readdirSync(path.join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]
const PROGRAMS = ['desk', ...Object.keys(COMMANDS)].join('|')
const COMMAND = new RegExp(`(?:npm run (?:${PROGRAMS}) --|scripts/command\\.js (?:${PROGRAMS})) [^\`#\\n|]+`, 'g')
const commands = DOCUMENTS.flatMap((file) =>
  [...read(file).matchAll(COMMAND)].map(([command]) =>
    command
      .replace(/npm run (\S+) --|scripts\/command\.js/, '$1')
      .replace(/<[^>]+>/g, 'word')
      .trim(),
  ),
)

test.each([...new Set(commands)])('the command “%s” of a document is understood', async (command) => {
  const [program = '', ...words] = command.split(/\s+/)
  const name = program === 'desk' ? `desk ${words.shift()}` : program
  const definition = await (program === 'desk' ? loadDeskCommand(name.slice('desk '.length)) : COMMANDS[program]?.())
  if (!definition) throw new Error(`There is no ${name}`)
  const line = commandLineOf(name, definition, { width: 80, print() {}, remark() {} } as never)
  expect(() => line.parse(words, { from: 'user' })).not.toThrow()
  expect(line.args.length).toBeLessThanOrEqual(
    definition.takes?.includes('...') ? 99 : (definition.takes?.split(' ').length ?? 0),
  )
})

function constantIn(file: string, name: string) {
  const [, written] = new RegExp(`const ${name}\\b[^=]* = (.+)`).exec(read(file)) ?? []
  if (written === undefined) throw new Error(`${file} has no ${name}`)
  return evaluate(written)
}

const evaluate = (expression: string) =>
  JSON.parse(JSON.stringify(runInNewContext(`(${expression})`, { ...durations, MEGABYTE: 1024 * 1024 })))
