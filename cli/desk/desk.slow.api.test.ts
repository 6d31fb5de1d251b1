import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import stringWidth from 'string-width'
import { describe, expect, test } from 'vitest'
import { PURGE_JOB } from '#domain/operations/retention.ts'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { migrate } from '#domain/platform/database/migrate.ts'
import { TABLES_WITH_PERSONAL_DATA } from '#domain/platform/database/tables.ts'
import { finishDailyJob } from '#domain/platform/jobs/daily-jobs.ts'
import { listSubmissions } from '#domain/submissions/list-submissions.ts'
import { startApi } from '../../tests/support/api.ts'
import { aCareerApplication, aContactMessage, anInternshipApplication, aPdf } from '../../tests/support/builders.ts'
import { contentFolderWith } from '../../tests/support/content-folder.ts'
import { DATABASES, freshDatabaseOf } from '../../tests/support/databases.ts'
import { atTheDesk } from '../../tests/support/desk.ts'
import { duringTests } from '../../tests/support/during-tests.ts'
import { findRow, updateRows } from '../../tests/support/rows.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { escapeControlCharacters } from '../terminal.ts'
import { commandLineActor } from './command.ts'

const outbox = { mailDomain: 'nuqta.example', wake: () => {} }
const folder = temporaryFolder()

describe.each(DATABASES)('the desk on %s', (name) => {
  let now = new Date()
  const settings = duringTests(freshDatabaseOf(name))
  const api = duringTests(() => startApi({ ...settings, outbox, clock: () => now }))

  const desk = (...args: string[]) => atTheDesk(settings, args, { now })
  const listed = async (...filters: string[]) => {
    const { output } = await desk('list', '--json', ...filters)
    return (JSON.parse(output) as { reference: string }[]).map(({ reference }) => reference)
  }
  const referenceOf = async (answer: Response) => {
    expect(answer.status).toBe(201)
    return ((await answer.json()) as { reference: string }).reference
  }
  const sendMessage = async (changes = {}, headers = {}) =>
    referenceOf(await api.post('contact-us', aContactMessage(changes), headers))
  const apply = async (fields = {}, cv = {}) =>
    referenceOf(await api.postForm('Form', aCareerApplication({ fields, cv })))

  test('without a command it says what it can do; each command says more with --help', async () => {
    const { code, output } = await desk()
    expect(code).toBe(0)
    for (const command of [
      'list',
      'show',
      'cv',
      'stage',
      'answered',
      'note',
      'export',
      'erase',
      'purge',
      'content',
      'queue',
      'audit',
    ]) {
      expect(output).toMatch(new RegExp(`^  ${command} `, 'm'))
      expect((await desk(command, '--help')).output).toContain(`npm run desk -- ${command}`)
    }
  })

  test.each([
    [['dance']],
    [['list', '--colour']],
    [['list', '--since', 'soon']],
    [['list', '--kind', 'x']],
    [['list', '--since', '2026-13-01']],
    [['list', '--until', '9999-12-31']],
    [['list', 'career']],
    [['purge', '6']],
    [['show']],
    [['show', 'NQ-7K3M-9XQ2', 'NQ-7K3M-9XQ3']],
    [['erase']],
    [['content', 'constructor']],
    [['export', '--format', 'constructor']],
    [['constructor']],
    [['help', 'constructor']],
    [['help', '__proto__']],
  ])('%j is not understood', async (args) => {
    const { code, output, remarks } = await desk(...args)
    expect(code).toBe(2)
    expect(output).toBe('')
    expect(remarks).not.toBe('')
  })

  test('finds by kind, day, job, stage, mark and text', async () => {
    now = new Date('2026-03-01T10:00:00Z')
    const early = await sendMessage({ subject: 'Bakery 100%' })
    const general = await apply()
    now = new Date('2026-03-02T10:00:00Z')
    const marked = await referenceOf(await api.post('Internship', anInternshipApplication({ website: 'x' })))
    const forJob = await apply({ job_id: '1', college: 'جامعة القاهرة' })

    expect(await listed('--since', '2026-03-01', '--until', '2026-03-01')).toEqual(
      expect.arrayContaining([early, general]),
    )
    expect(await listed('--since', 'today')).toEqual(expect.arrayContaining([marked, forJob]))
    expect(await listed('--since', 'yesterday', '--until', 'yesterday', '--kind', 'career')).toEqual([general])
    expect(await listed('--kind', 'contact')).toEqual([early])
    expect(await listed('--job', '1')).toEqual([forJob])
    expect(await listed('--job', 'general')).toEqual([general])
    expect(await listed('--marked')).toEqual([marked])
    expect(await listed('--search', '100%')).toEqual([early])
    expect(await listed('--search', '_akery')).toEqual([])
    expect(await listed('--search', 'القاهرة')).toEqual([forJob])
    expect(await listed('--search', forJob.toLowerCase())).toEqual([forJob])

    now = new Date('2026-03-02T11:00:00Z')
    const arabic = await sendMessage({
      name: 'أحمد عليّ الأُسَيوطى',
      subject: 'إدارة المكتبـــة ٢٠٢٦',
      message: 'Crème BRÛLÉE بآلة کبيرة',
    })
    for (const typed of [
      ...['احمد علي', 'الاسيوطي', 'اداره المكتبه', 'إدارةُ', '2026', '۲۰۲۶'],
      ...['creme brulee', 'CRÈME', 'اله كبيره', 'بآلةٍ'],
    ])
      expect(await listed('--search', typed), typed).toEqual([arabic])

    for (const typed of [forJob.replaceAll('-', ''), forJob.replaceAll('-', ' '), forJob.slice(3).replace('-', '')])
      expect(await listed('--search', typed), typed).toEqual([forJob])
    expect((await desk('show', forJob.replaceAll('-', '').toLowerCase())).code).toBe(0)

    expect((await desk('stage', early, 'answered')).code).toBe(1)
    expect((await desk('answered', early, 'pigeon')).code).toBe(2)
    expect((await desk('answered', early, 'telephone')).code).toBe(0)
    expect(await listed('--stage', 'answered')).toEqual([early])
    expect(await listed('--stage', 'new')).not.toContain(early)
  })

  test('finds a person however the name and the number are put', async () => {
    now = new Date('2026-03-02T12:00:00Z')
    const apart = await sendMessage({ name: 'عبد الرحمن محمود أبو العلا', phone: '01099887766' })
    const together = await sendMessage({ name: 'عبدالرحمن سالم', phone: '01099887755' })
    const dashed = await sendMessage({ name: 'Omar Abd El-Shazly', phone: '01099887744' })
    const joined = await sendMessage({ name: 'Nadia Elshazly Abdelaziz', phone: '01099887733' })
    const finds = async (typed: string, ...references: string[]) =>
      expect((await listed('--search', typed)).sort(), typed).toEqual(references.sort())

    for (const typed of ['عبدالرحمن', 'عبد الرحمن', 'عَبْد الرّحمن']) await finds(typed, apart, together)
    await finds('محمود عبدالرحمن', apart)
    await finds('ابوالعلا', apart)
    for (const typed of ['el shazly', 'El-Shazly', 'elshazly']) await finds(typed, dashed, joined)
    for (const typed of ['shazly omar', 'Abdelshazly']) await finds(typed, dashed)
    await finds('abdel aziz nadia', joined)
    for (const typed of [
      ...[
        '010 9988 7766',
        '+201099887766',
        '+20 10 9988 7766',
        '0020 109 988 7766',
        '(010) 9988-7766',
        '٠١٠ ٩٩٨٨ ٧٧٦٦',
      ],
      ...['0109988776', '010 99887766'],
    ])
      await finds(typed, apart)
    await finds('010 9988 7700')
  })

  test('a day begins and ends by the clock of the company', async () => {
    now = new Date('2026-01-10T22:30:00Z')
    const afterMidnightInCairo = await sendMessage()
    expect(await listed('--since', '2026-01-11', '--until', '2026-01-11')).toEqual([afterMidnightInCairo])
    expect(await listed('--until', '2026-01-10')).toEqual([])
  })

  test('shows one with its note, and says so when there is none', async () => {
    const reference = await sendMessage({ subject: 'To be shown' })
    await desk('note', reference, 'Called back on Sunday')
    const { output } = await desk('show', reference.toLowerCase())
    expect(output).toContain('To be shown')
    expect(output).toContain('Called back on Sunday')
    expect((await desk('show', 'NQ-0000-0000')).code).toBe(1)
    expect((await desk('stage', 'NQ-0000-0000', 'answered')).code).toBe(1)
    expect((await desk('stage', reference, 'lost')).code).toBe(2)
    expect((await desk('stage', reference, 'hired')).code).toBe(1)
  })

  test('saves a CV byte for byte, for the owner only, and overwrites nothing', async () => {
    const bytes = aPdf({ padding: 'the one to save' })
    const reference = await apply({}, { bytes })
    const file = path.join(folder, name, 'one.pdf')
    expect((await desk('cv', reference, '--to', file)).code).toBe(0)
    expect(readFileSync(file).equals(bytes)).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await desk('cv', reference, '--to', file)).code).toBe(1)
    expect((await desk('cv', 'NQ-0000-0000', '--to', path.join(folder, 'none.pdf'))).code).toBe(1)
  })

  test('saves the CVs of a day into a folder, named by person and job, and goes on after one that is there', async () => {
    now = new Date('2026-04-05T09:00:00Z')
    const hostile = await apply({ name: '../../ =x gnp $(rm -rf)' })
    const arabic = await apply({ name: 'عبد الرحمن محمود', job_id: '2' })
    const long = await apply({ name: '山'.repeat(60) })
    const target = path.join(folder, name, 'day')
    expect((await desk('cv', '--since', 'today', '--to', target)).code).toBe(0)
    const { about } = (await listSubmissions(api.database.queries, { references: [arabic] }))[0] as { about: string }
    const names = {
      hostile: `x-gnp-rm-rf_general_${hostile}.pdf`,
      arabic: `عبد-الرحمن-محمود_${about.replaceAll(' ', '-')}_${arabic}.pdf`,
      long: `${'山'.repeat(33)}_general_${long}.pdf`,
    }
    expect(readdirSync(target).sort()).toEqual(Object.values(names).sort())

    for (const each of [names.arabic, names.long]) rmSync(path.join(target, each))
    const again = await desk('cv', '--since', 'today', '--to', target)
    expect(again.code).toBe(1)
    expect(again.remarks).toContain(`${names.hostile} already exists`)
    expect(readdirSync(target)).toHaveLength(3)
    const [entry] = await listAuditTrail(api.database.queries, arabic)
    expect(entry).toMatchObject({ action: 'cv.save', actor: commandLineActor(), counts: { cv: 1 } })
  })

  test('continues after a damaged CV, and names it', async () => {
    now = new Date('2026-04-06T09:00:00Z')
    const [damaged, sound] = [await apply({ name: 'Damaged One' }), await apply({ name: 'Sound One' })]
    const { queries } = api.database
    const { id } = await findRow(queries, 'submissions', { reference: damaged })
    await updateRows(queries, 'cvs', { submission_id: id }, { sha256: '0'.repeat(64) })
    const target = path.join(folder, name, 'damaged')
    const { code, remarks } = await desk('cv', damaged, sound, '--to', target)
    expect(code).toBe(1)
    expect(remarks).toContain(`The CV of ${damaged} is damaged`)
    expect(readdirSync(target)).toEqual([`Sound-One_general_${sound}.pdf`])
  })

  test('exports a table that no spreadsheet runs, and notes it without names', async () => {
    now = new Date('2026-04-05T10:00:00Z')
    await sendMessage({
      name: '=HYPERLINK("http://x")',
      subject: '@SUM(1)',
      message: 'one, "two"\nthree',
      email: 'export@mail.example',
    })
    const { output } = await desk('export', '--email', 'export@mail.example')
    expect(output.startsWith('\ufeffreference,kind,')).toBe(true)
    expect(output).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(output).toContain(`'@SUM(1)`)
    expect(output).toContain('"one, ""two""\nthree"')
    expect(output.endsWith('\r\n')).toBe(true)
    const [entry] = await listAuditTrail(api.database.queries)
    expect(entry).toMatchObject({ action: 'export', actor: commandLineActor(), counts: { 'contact-message': 1 } })
  })

  test('exports JSON to a file for the owner only', async () => {
    const file = path.join(folder, `${name}.json`)
    await desk('export', '--format', 'json', '--to', file)
    const records = JSON.parse(readFileSync(file, 'utf8')) as object[]
    expect(records).toHaveLength((await listed()).length)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await desk('export', '--to', file)).code).toBe(1)
  })

  test('a list read in pieces is the whole list, though many came at one moment', async () => {
    for (const number of [1, 2, 3, 4, 5]) await sendMessage({ subject: `At once ${number}` })
    const { queries } = api.database
    const whole = await listSubmissions(queries)
    const pieces: typeof whole = []
    for (let piece = whole.slice(0, 0), isFirst = true; isFirst || piece.length > 0; isFirst = false) {
      piece = await listSubmissions(queries, {}, { after: pieces.at(-1), limit: 3 })
      pieces.push(...piece)
    }
    expect(pieces).toEqual(whole)
  })

  test('erases a person from everywhere, once it was allowed to', async () => {
    now = new Date('2026-04-06T09:00:00Z')
    const email = 'Erase.Me@mail.example'
    await sendMessage({ email, message: 'CANARY-MESSAGE' }, { 'idempotency-key': 'canary' })
    await apply({ email: email.toLowerCase(), address: 'CANARY-ADDRESS' }, { bytes: aPdf({ padding: 'CANARY-CV' }) })
    const others = (await listed()).length - 2

    expect((await desk('erase', '--email', email)).code).toBe(1)
    const refused = await atTheDesk(settings, ['erase', '--email', email], { answer: false, now })
    expect(refused.code).toBe(1)
    expect(await listed('--email', email)).toHaveLength(2)

    const done = await atTheDesk(settings, ['erase', '--email', email], { answer: true, now })
    expect(done.code).toBe(0)
    expect(done.output).toContain('1 cv')
    expect(await listed()).toHaveLength(others)
    for (const table of TABLES_WITH_PERSONAL_DATA) {
      const rows = await api.database.queries.selectFrom(table).selectAll().execute()
      expect(JSON.stringify(rows.map((row) => Object.values(row).map(String)))).not.toMatch(/CANARY|erase\.me/i)
    }
    if (settings.databaseUrl === undefined)
      for (const file of readdirSync(settings.dataDirectory))
        expect(readFileSync(path.join(settings.dataDirectory, file), 'latin1')).not.toMatch(/CANARY|erase\.me/i)

    const [entry] = await listAuditTrail(api.database.queries)
    expect(entry).toMatchObject({ action: 'erase', counts: { 'contact-message': 1, 'career-application': 1, cv: 1 } })
    expect(JSON.stringify(entry)).not.toMatch(/erase\.me/i)
    expect((await desk('erase', '--email', email, '--yes')).code).toBe(1)
  })

  test('purges what is older than the months that were asked for, and nothing younger', async () => {
    now = new Date('2024-05-31T12:00:00Z')
    const old = await apply({ email: 'old@mail.example' })
    now = new Date('2026-05-31T12:00:00Z')
    const young = await apply({ email: 'young@mail.example' })
    expect((await desk('purge')).code).toBe(1)
    const { code, output } = await desk('purge', '--months', '24', '--yes', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(output)).toEqual({})
    now = new Date('2026-06-01T12:00:00Z')
    await desk('purge', '--months', '24', '--yes')
    const left = await listed()
    expect(left).toContain(young)
    expect(left).not.toContain(old)

    // The night before was 1 June; then the clock jumps.
    await api.database.write((queries) => finishDailyJob(queries, PURGE_JOB, '2026-06-01'))
    now = new Date('2029-06-01T12:00:00Z')
    const { code: refused, remarks } = await desk('purge', '--yes')
    expect({ refused, remarks }).toEqual({ refused: 1, remarks: expect.stringContaining('clock') })
    now = new Date('2026-06-02T12:00:00Z')
    expect(await listed()).toContain(young)
    expect((await desk('purge', '--months', '24', '--yes')).code).toBe(0)
  })

  test('the audit trail tells who did what to a submission, and shows no tampering', async () => {
    const reference = await apply({ email: 'watched@mail.example' })
    await desk('stage', reference, 'in-review')
    await desk('note', reference, 'CANARY-NOTE about Mona')
    await desk('cv', reference, '--to', path.join(folder, name, 'watched.pdf'))
    const trail = async () => JSON.parse((await desk('audit', '--reference', reference, '--json')).output) as object[]
    expect(await trail()).toMatchObject([
      { actor: commandLineActor(), action: 'cv.save', counts: { cv: 1 } },
      { actor: commandLineActor(), action: 'submission.note', words: {} },
      { actor: commandLineActor(), action: 'submission.stage', words: { stage: 'in-review' } },
    ])
    expect((await desk('audit')).output).toContain(commandLineActor())
    expect((await desk('audit', 'verify')).code).toBe(0)

    await desk('erase', '--email', 'watched@mail.example', '--yes')
    expect(await trail()).toEqual([])
    expect((await desk('audit', 'verify')).code).toBe(0)
    const { queries } = api.database
    const kept = JSON.stringify(await queries.selectFrom('audit_trail').selectAll().execute())
    expect(kept).not.toMatch(new RegExp(`${reference}|CANARY|watched`))
    expect((await desk('audit', 'verify', '0'.repeat(64))).code).toBe(1)
    expect((await desk('audit', 'verb')).code).toBe(2)
  })

  test('shows the loaded content, checks the files and loads them', async () => {
    expect((await desk('content', 'list')).output).toContain('jobs.json')
    expect((await desk('content', 'check')).code).toBe(0)
    expect((await desk('content', 'load')).code).toBe(0)
    writeFileSync(path.join(folder, 'services.json'), '[{"id":0}]')
    const broken = await atTheDesk({ ...settings, contentDirectory: folder }, ['content', 'check'])
    expect(broken.code).toBe(1)
    expect(broken.remarks).toContain('services.json')
  })

  test('a schedule ended by loading files is recorded under the person who loaded them', async () => {
    const { queries } = api.database
    const isTitle = { type: 'services', record_id: 1, part: 'en' } as const
    await queries
      .updateTable('content_parts')
      .set(({ ref }) => ({ scheduled_number: ref('published_number'), publish_at: '2099-01-01T00:00:00.000Z' }))
      .where(({ and }) => and(isTitle))
      .execute()
    const contentDirectory = contentFolderWith({
      'services.json': ([first]) => {
        first.title.en = 'From the files'
      },
    })
    const loaded = await atTheDesk({ ...settings, contentDirectory }, ['content', 'load'], { now })
    expect(loaded).toMatchObject({ code: 0, remarks: expect.stringContaining('services/1') })
    const ended = (await listAuditTrail(queries)).filter(({ action }) => action === 'content.schedule-ended')
    expect(ended).toMatchObject([{ subject: 'services/1', actor: commandLineActor() }])
  })

  test('lists the work that is not done, and makes what failed due again', async () => {
    const reference = await sendMessage()
    expect((await desk('queue')).output).toContain(reference)
    const { queries } = api.database
    const entries = () =>
      queries.selectFrom('audit_trail').select('action').where('action', '=', 'queue.retry').execute()
    const own = queries.updateTable('queued_jobs').where('subject', '=', reference)
    await own.set({ tries: 1 }).execute()
    expect((await desk('queue', 'retry', reference)).output).toContain('2 jobs are due')
    expect(await entries()).toHaveLength(1)

    // A scheduled letter keeps waiting; a mail being sent stays with its process.
    const later = new Date(now.getTime() + 24 * 60 * 60 * 1000).toISOString()
    await own.set({ due_at: later, tries: 0 }).execute()
    await desk('queue', 'retry')
    const queued = queries.selectFrom('queued_jobs').select('due_at').where('subject', '=', reference)
    expect(await queued.execute()).toEqual([{ due_at: later }, { due_at: later }])
    expect((await desk('queue', 'retry', reference)).output).toContain('No jobs are due')
    await own.set({ tries: 1, leased_until: later }).execute()
    expect((await desk('queue', 'retry', reference)).output).toContain('No jobs are due')
    await own.set({ leased_until: null }).execute()
    const before = await entries()
    expect((await desk('queue', 'retry', reference)).output).toContain('2 jobs are due')
    expect(await entries()).toHaveLength(before.length + 1)
  })

  test('no line of a table is wider than the terminal, in whatever script', async () => {
    await sendMessage({ name: 'محمد عبد الرحمن بن خالد', subject: 'سؤالٌ عن تطبيقٍ لإدارةِ المخزونِ في ثلاثةِ فروع' })
    await sendMessage({ name: '山田太郎 👩‍👩‍👧 🇪🇬', subject: 'x'.repeat(150) })
    for (const width of [60, 80, 120]) {
      const { output } = await atTheDesk(settings, ['list'], { width, now })
      for (const line of output.trimEnd().split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(width)
      for (const line of output.trimEnd().split('\n').slice(1)) expect(line).toMatch(/^NQ-[0-9A-Z]{4}-[0-9A-Z]{4} /)
    }
  })
})

test('signs that would command a terminal are shown, not obeyed', () => {
  expect(escapeControlCharacters('\u001b[2Jgone\u0007\u009b31m\u202eevil\ttab\r\nline')).toBe(
    '␛[2Jgone␇\ufffd31m\ufffdevil    tab\nline',
  )
})

async function makeDatabase(dataDirectory: string) {
  const database = await openDatabase({ dataDirectory })
  await migrate(database)
  await database.close()
}

test('only the owner may read the database', async () => {
  await makeDatabase(path.join(folder, 'private'))
  expect(statSync(path.join(folder, 'private')).mode & 0o777).toBe(0o700)
  expect(statSync(path.join(folder, 'private', 'nuqta.sqlite')).mode & 0o777).toBe(0o600)
})

test('a readable folder is closed to others, and a folder with other files is left alone', async () => {
  const own = path.join(folder, 'opened')
  const strangers = path.join(folder, 'with-others')
  for (const directory of [own, strangers]) {
    await makeDatabase(directory)
    chmodSync(directory, 0o755)
    chmodSync(path.join(directory, 'nuqta.sqlite'), 0o644)
  }
  writeFileSync(path.join(strangers, 'notes.txt'), '')
  for (const directory of [own, strangers]) await atTheDesk({ dataDirectory: directory }, ['list'])
  for (const directory of [own, strangers])
    expect(statSync(path.join(directory, 'nuqta.sqlite')).mode & 0o777).toBe(0o600)
  expect(statSync(own).mode & 0o777).toBe(0o700)
  expect(statSync(strangers).mode & 0o777).toBe(0o755)
})
