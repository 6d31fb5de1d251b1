import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { ask, questionsOf } from '#domain/candidates/questions.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { Stage } from '#domain/platform/database/tables.ts'
import { answerBy } from '#domain/submissions/answer-by-letter.ts'
import { changeStage, markAnswered } from '#domain/submissions/handling.ts'
import { currentToken, endLink, linkSecretOf } from '#domain/submissions/links.ts'
import { timelineOf } from '#domain/submissions/one-submission.ts'
import { UNDO_MILLISECONDS } from '#domain/submissions/stages.ts'
import { findSubmission } from '#domain/submissions/submissions.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { aCareerApplication, aContactMessage, aFile, anInternshipApplication, aPdf } from '../support/builders.ts'
import { DATABASES, freshDatabaseOf } from '../support/databases.ts'
import { storeApplication, storeMessage } from '../support/desk-submissions.ts'
import { duringTests, untilTestEnds } from '../support/during-tests.ts'
import { mailTo, partsOf, type ReceivedMail, startMailServer } from '../support/mail-server.ts'
import { fieldsOf, formsOf, linksOf, open, post, sendForm } from '../support/own-page.ts'
import { changeTimeZone } from '../support/published-content.ts'
import { updateRows } from '../support/rows.ts'
import { startSite, startSiteOn } from '../support/start-site.ts'
import { starterTexts } from '../support/starter-company.ts'

/** The sender's own page: the link is the key, and only a press changes something. */

const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': /noindex/ }

describe.each(DATABASES)('on %s', (name) => {
  const mails = duringTests(startMailServer)
  const settings = duringTests(freshDatabaseOf(name))
  const site = duringTests(() =>
    startSiteOn(settings, {
      SMTP_URL: mails.url,
      MAIL_TO: 'team@nuqta.example',
      LOG_LEVEL: 'info',
      PUBLIC_URL: 'https://nuqta.example',
    }),
  )
  const database = duringTests(() => openDatabase(settings))

  const apply = (changes: Parameters<typeof aCareerApplication>[0] = {}) =>
    sendForm(site.url, 'Form', aCareerApplication({ ...changes, fields: { job_id: '1', ...changes.fields } }))
  const stored = async (reference: string) => {
    const found = await findSubmission(database.queries, reference)
    if (!found) throw new Error(`${reference} is gone`)
    return found
  }
  const eventsOf = async (reference: string) =>
    (await timelineOf(database.queries, await stored(reference)))
      .filter(({ details }) => details.by === 'candidate')
      .map(({ kind, details }) => ({ kind, ...details }))
  const auditOf = async (reference: string) => {
    const rows = await database.queries.selectFrom('audit_trail').selectAll().orderBy('number').execute()
    const { createHmac } = await import('node:crypto')
    const subject = createHmac('sha256', (await stored(reference)).id)
      .update('audit-subject')
      .digest('hex')
    return rows.filter((row) => row.subject === subject && row.actor === 'candidate').map(({ action }) => action)
  }
  const confirmed = async (page: string, act: 'withdraw' | 'erase', more: Record<string, string>) => {
    const { html } = await open(site.url, `${page}?step=${act}`)
    return post(site.url, page, { ...fieldsOf(html, act), ...more })
  }
  const mailAbout = (address: string, subject: RegExp) =>
    mailTo(mails, address, (mail) => subject.test(mail.header('subject')))

  describe.each(LANGUAGES)('in %s', (language) => {
    const prefix = language === 'ar' ? '/ar' : ''
    const texts = starterTexts(language).application

    test.each([
      ['a job application', () => apply()],
      ['an internship application', () => sendForm(site.url, 'Internship', anInternshipApplication())],
      ['a message', () => sendForm(site.url, 'contact-us', aContactMessage())],
    ])('%s has a page that says where it stands and what was sent', async (_kind, send) => {
      const { reference, page } = await send()
      const { status, headers, html } = await open(site.url, prefix + page)
      expect(status).toBe(200)
      expect(html).toContain(reference)
      expect(html).toContain(texts.stages.received)
      expect(html).toContain('aria-current="step"')
      const { answers } = await stored(reference)
      for (const answer of Object.values(answers).filter((each) => !/^\d{4}-/.test(each)))
        expect(html).toContain(answer.split('\n')[0])
      for (const [header, value] of Object.entries(PRIVATE)) expect(headers.get(header)).toMatch(value)
    })
  })

  test('the link is the same for a repeated request, and is neither in the database nor in the log', async () => {
    const message = aContactMessage({ subject: 'Once' })
    const send = () => sendForm(site.url, 'contact-us', message, { 'idempotency-key': `same-${name}` })
    const [first, second] = [await send(), await send()]
    expect(second).toEqual(first)
    const token = first.page.split('/').at(-1) as string
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16)
    const links = await database.queries.selectFrom('application_links').selectAll().execute()
    expect(JSON.stringify(links)).not.toContain(token)
    await open(site.url, first.page)
    await open(site.url, first.page, { referer: site.url + first.page })
    expect(site.output()).not.toContain(token)
  })

  test('a client that does not ask for the link gets the usual response', async () => {
    const { headers } = await fetch(`${site.url}/api/guest-api/contact-us`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(aContactMessage()),
    })
    expect(headers.has('location')).toBe(false)
    expect(headers.getSetCookie()).toEqual([])
  })

  test('the confirmation has the link, in the language of the form', async () => {
    const { page } = await sendForm(site.url, 'contact-us', aContactMessage({ email: 'link@mail.example' }), {
      'accept-language': 'ar',
    })
    expect(plainText(await mailAbout('link@mail.example', /./))).toContain(`https://nuqta.example/ar${page}`)
  })

  test.each(['x', 'A'.repeat(32), `${'A'.repeat(31)}%2F`, '..%2Fcontact', 'NQ-7K3M-9XQ2'])(
    'the unknown link %s is a page that does not exist',
    async (token) => {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const response = await fetch(`${site.url}/application/${token}`, {
          method,
          ...(method === 'POST' && { body: new URLSearchParams({ act: 'copy' }) }),
        })
        expect(response.status).toBe(404)
        for (const [header, value] of Object.entries(PRIVATE)) expect(response.headers.get(header)).toMatch(value)
      }
    },
  )

  test.each(['.', ')', '%3E', '%20', '%0A', '%E2%80%8F', '&amp;', '&utm_source=mail', '=20'])(
    'a link to which a mail program has added %s leads to its page',
    async (added) => {
      const { page } = await sendForm(site.url, 'contact-us', aContactMessage())
      for (const prefix of ['', '/ar']) {
        const { status, headers } = await open(site.url, `${prefix}${page}${added}?step=erase`)
        expect([status, headers.get('location')]).toEqual([302, `${prefix}${page}?step=erase`])
        for (const [header, value] of Object.entries(PRIVATE)) expect(headers.get(header)).toMatch(value)
      }
      expect((await post(site.url, `${page}${added}`, { act: 'copy' })).status).toBe(404)
    },
  )

  test('a link that was broken in two leads to its page', async () => {
    const { page } = await sendForm(site.url, 'contact-us', aContactMessage())
    for (const between of ['%20', '%0D%0A', '=%0A'])
      expect((await open(site.url, page.slice(0, -9) + between + page.slice(-9))).headers.get('location')).toBe(page)
  })

  test('a program that follows every link and presses every button changes nothing', async () => {
    const { reference, page } = await apply()
    const before = await stored(reference)
    const seen = new Set<string>()
    const walk = async (address: string) => {
      if (seen.has(address)) return
      seen.add(address)
      await fetch(site.url + address, { method: 'HEAD', headers: { 'sec-purpose': 'prefetch' } })
      const { html } = await open(site.url, address)
      for (const fields of formsOf(html)) {
        const answered = await post(site.url, address, fields)
        for (const again of formsOf(await answered.text())) await post(site.url, address, { ...fields, ...again })
      }
      for (const href of linksOf(html)) if (href.startsWith('?')) await walk((page + href).replace(/#.*/, ''))
    }
    await walk(page)
    expect(seen.size).toBeGreaterThan(5)
    const { version, stage, answers, cv } = await stored(reference)
    expect({ version, stage, answers, sha256: cv?.sha256 }).toEqual({
      version: before.version,
      stage: before.stage,
      answers: before.answers,
      sha256: before.cv?.sha256,
    })
    expect((await eventsOf(reference)).filter(({ kind }) => kind !== 'copied')).toEqual([])
    expect((await open(site.url, page)).status).toBe(200)
  })

  test('it is withdrawn in two steps, and taken back, however often the button is pressed', async () => {
    const { reference, page } = await apply()
    const unsure = await confirmed(page, 'withdraw', {})
    expect(unsure.status).toBe(422)
    const unproved = await post(site.url, page, { act: 'withdraw', sure: 'yes' })
    expect(unproved.status).toBe(422)
    expect((await stored(reference)).stage).toBe('new')

    const withdrawal = fieldsOf((await open(site.url, `${page}?step=withdraw`)).html, 'withdraw')
    for (const press of ['first', 'second']) {
      const done = await post(site.url, page, { ...withdrawal, sure: 'yes' })
      expect([press, done.status, done.headers.get('location')]).toEqual([press, 303, page])
    }
    expect((await stored(reference)).stage).toBe('withdrawn')
    const { html } = await open(site.url, page)
    expect(html).toContain('act" value="take-back"')
    for (const press of ['first', 'second']) {
      const { status } = await post(site.url, page, fieldsOf(html, 'take-back'))
      expect([press, status]).toEqual([press, 303])
    }
    expect((await stored(reference)).stage).toBe('new')
    expect(await eventsOf(reference)).toEqual([
      { kind: 'stage', from: 'new', to: 'withdrawn', by: 'candidate' },
      { kind: 'stage', from: 'withdrawn', to: 'new', by: 'candidate' },
    ])
    expect(await auditOf(reference)).toEqual(['application.withdraw', 'application.take-back'])
  })

  test('moments are those of the company’s clocks, and an hour says whose it is', async () => {
    const { reference, page } = await apply()
    const { answer_due_at } = await stored(reference)
    const move = (time_zone: string) =>
      database.write(async (queries) => {
        const former = await changeTimeZone(queries, time_zone)
        await updateRows(queries, 'content_version', {}, { version: `in ${time_zone}` })
        return former
      })
    // In this zone the next day has begun when an office in Cairo closes.
    const former = await move('Pacific/Kiritimati')
    try {
      const due = new Intl.DateTimeFormat('en-GB', {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        timeZone: 'Pacific/Kiritimati',
      }).format(new Date(answer_due_at as string))
      await expect.poll(async () => (await open(site.url, page)).html).toContain(due)
      await confirmed(page, 'withdraw', { sure: 'yes' })
      expect((await open(site.url, page)).html).toContain('Cairo time')
    } finally {
      await move(former)
    }
  })

  test('a sender who was told of a decision can no longer withdraw, even from an old page', async () => {
    const { reference, page } = await apply()
    const fields = { ...fieldsOf((await open(site.url, `${page}?step=withdraw`)).html, 'withdraw'), sure: 'yes' }
    const longAgo = new Date(Date.now() - 60 * 60 * 1000)
    await database.write((queries) =>
      changeStage(queries, reference, { to: 'declined', reason: 'not-a-match' }, { actorId: null, now: longAgo }),
    )
    expect((await open(site.url, page)).html).toContain(starterTexts('en').application.next.declined)
    expect((await post(site.url, page, fields)).status).toBe(409)
    expect((await stored(reference)).stage).toBe('declined')
  })

  test('a decision without an interview shows none, and a withdrawn application shows no next step', async () => {
    const { stages } = starterTexts('en').application
    const stagesOf = (html: string) => {
      const [list = ''] = html.match(new RegExp(`<ol[^>]*aria-label="${stages.label}".*?</ol>`, 's')) ?? []
      return [...list.matchAll(/<b>(.*?)<\/b>/gs)].map(([, words = '']) => words.replaceAll(/<!--.*?-->|<[^>]*>/g, ''))
    }
    const { reference, page } = await apply()
    expect(stagesOf((await open(site.url, page)).html)).toHaveLength(4)
    const longAgo = new Date(Date.now() - 3_600_000)
    await database.write((queries) =>
      changeStage(queries, reference, { to: 'declined', reason: 'not-a-match' }, { actorId: null, now: longAgo }),
    )
    expect(stagesOf((await open(site.url, page)).html)).toEqual([
      `${stages.done} ${stages.received}`,
      `${stages.done} ${stages['in-review']}`,
      `${stages.now} ${stages.decision}`,
    ])
    const withdrawn = await apply()
    await confirmed(withdrawn.page, 'withdraw', { sure: 'yes' })
    expect(stagesOf((await open(site.url, withdrawn.page)).html)).toEqual([
      `${stages.done} ${stages.received}`,
      `${stages.now} ${stages.withdrawn}`,
    ])
  })

  /** Stages in turn, and whether the page mentions an email: without a letter, while it waits, once sent. */
  const STANDINGS: [kind: 'application' | 'message', through: Stage[], afterLetter: boolean][] = [
    ['application', [], true],
    ['application', ['in-review'], true],
    ['application', ['interview'], true],
    ['application', ['offer'], true],
    ['application', ['offer', 'hired'], true],
    ['application', ['offer', 'hired', 'offer'], true],
    ['application', ['declined'], false],
    ['application', ['withdrawn'], false],
    ['message', [], true],
    ['message', ['answered'], false],
    ['message', ['answered', 'new'], true],
    ['message', ['answered', 'archived'], false],
    ['message', ['archived'], true],
  ]

  test.each(STANDINGS)('%j after %j mentions an email only once it was sent', async (kind, through, afterLetter) => {
    const now = new Date(Date.now() - 3_600_000)
    const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
    const store = kind === 'message' ? storeMessage : storeApplication
    const reference = await store({ database, clock: { now } })
    for (const [index, to] of through.entries())
      await database.write((queries) =>
        to === 'answered'
          ? markAnswered(queries, reference, 'telephone', { actorId: null, now: later(index + 1) })
          : changeStage(queries, reference, { to }, { actorId: null, now: later(index + 1) }),
      )
    const token = await currentToken(database.queries, await linkSecretOf(database), reference)
    const claims = async () => {
      const said = LANGUAGES.map(async (language) => {
        const { written, offered, answered } = starterTexts(language).application.next
        const { html } = await open(site.url, `${language === 'ar' ? '/ar' : ''}/application/${token}`)
        const [, lead] = html.match(/<p class="lead">(.*?)<\/p>/) ?? []
        return [written, offered, answered].some((sentence) => sentence === lead)
      })
      return Promise.all(said)
    }
    expect(await claims()).toEqual([false, false])
    const letter = {
      kind: 'answer',
      language: 'en',
      subject: 'S',
      body: 'B',
      replyTo: 'team',
      sendAt: new Date(Date.now() + 3_600_000),
    } as const
    const doing = { actorId: null, now: later(10) }
    const { id } = await database.write((queries) =>
      answerBy(queries, reference, letter, { mailDomain: 'x.example' }, doing),
    )
    expect(await claims()).toEqual([false, false])
    const sent_at = later(11).toISOString()
    await database.write((queries) => queries.updateTable('mails').set({ sent_at }).where('id', '=', id).execute())
    expect(await claims()).toEqual([afterLetter, afterLetter])
  })

  test('the copy holds everything that was sent, with the CV, under names of our own', async () => {
    const bytes = aPdf({ padding: name })
    const { reference, page } = await apply({ cv: { bytes, name: 'سيرتي.pdf' }, fields: { name: 'Nour "N" <b>' } })
    const { html } = await open(site.url, page)
    const response = await post(site.url, page, fieldsOf(html, 'copy'))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    expect(Object.keys(files)).toEqual(['application.json', 'application.html', 'cv.pdf'])
    expect(Buffer.from(files['cv.pdf'] as Uint8Array).equals(bytes)).toBe(true)
    const record = JSON.parse(Buffer.from(files['application.json'] as Uint8Array).toString())
    expect(record).toMatchObject({ reference, name: 'Nour "N" <b>', college: 'Cairo University', stage: 'received' })
    expect(await auditOf(reference)).toEqual(['application.copy'])
  })

  test.each(LANGUAGES)('the copy can be read as a page in the language of the link (%s)', async (language) => {
    const { reference, page } = await apply({ fields: { name: 'Nour <b>', college: 'Cairo & Co' } })
    const address = language === 'ar' ? `/ar${page}` : page
    const { html } = await open(site.url, address)
    const response = await post(site.url, address, fieldsOf(html, 'copy'))
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    const readable = Buffer.from(files['application.html'] as Uint8Array).toString()
    const { forms, 'data-copy': words } = starterTexts(language)
    expect(readable).toContain(`<html lang="${language}"`)
    for (const shown of [reference, 'Nour &#60;b&#62;', 'Cairo &#38; Co', forms.fields.college, words.values.received])
      expect(readable).toContain(shown)
    const record = JSON.parse(Buffer.from(files['application.json'] as Uint8Array).toString())
    const known = { ...forms.fields, ...words.labels }
    expect(Object.keys(record).filter((name) => !(name in known))).toEqual([])
  })

  test('it is erased once the word is typed, says what went, and the link says so from then on', async () => {
    const email = `erased-${name}@mail.example`.toLowerCase()
    const { reference, page } = await apply({ fields: { email } })
    const other = await apply({ fields: { email } })
    const { id } = await stored(reference)
    expect((await confirmed(page, 'erase', {})).status).toBe(422)
    expect((await confirmed(page, 'erase', { word: 'no' })).status).toBe(422)
    expect((await post(site.url, page, { act: 'erase', word: 'erase' })).status).toBe(422)
    const stale = fieldsOf((await open(site.url, `${page}?step=erase`)).html, 'erase')

    // Copied from the sentence with its punctuation.
    const done = await confirmed(page, 'erase', { word: ' “Erase”\u200f ' })
    expect(done.status).toBe(200)
    expect(await done.text()).toContain(starterTexts('en').application.gone.receipt.cv)
    expect(await findSubmission(database.queries, reference)).toBeUndefined()
    for (const table of ['submission_answers', 'submission_events', 'cvs', 'submission_search'] as const)
      expect(
        await database.queries.selectFrom(table).select('submission_id').where('submission_id', '=', id).execute(),
      ).toEqual([])
    // Another person may have typed this address, so other links stay.
    expect((await stored(other.reference)).email).toBe(email)

    for (const again of [
      await fetch(site.url + page),
      await fetch(`${site.url}${page}?step=erase`),
      await post(site.url, page, { ...stale, word: 'erase' }),
      await post(site.url, page, { act: 'copy' }),
      await post(site.url, page, { act: 'take-back' }),
    ]) {
      expect(again.status).toBe(410)
      expect(await again.text()).toContain(starterTexts('en').application.gone.erasedText)
      for (const [header, value] of Object.entries(PRIVATE)) expect(again.headers.get(header)).toMatch(value)
    }
  })

  test('an answer is corrected by the rules of the form, and the staff see which', async () => {
    const { reference, page } = await apply()
    const correct = async (field: string, answer: string) => {
      const { html } = await open(site.url, `${page}?step=correct&field=${field}`)
      return post(site.url, page, { ...fieldsOf(html, 'correct'), [field]: answer })
    }
    const wrong = await correct('phone', '123')
    expect(wrong.status).toBe(422)
    expect(await wrong.text()).toContain('value="123"')
    expect((await correct('graduation_date', '1990-01-01')).status).toBe(422)
    expect((await correct('phone', '٠١٠٨٧٦٥٤٣٢١')).status).toBe(303)
    expect((await correct('college', 'Ain Shams')).status).toBe(303)
    const { phone, answers } = await stored(reference)
    expect({ phone, college: answers.college }).toEqual({ phone: '01087654321', college: 'Ain Shams' })
    expect(await eventsOf(reference)).toEqual([
      { kind: 'corrected', field: 'phone', former: '01112345678', by: 'candidate' },
      { kind: 'corrected', field: 'college', former: 'Cairo University', by: 'candidate' },
    ])
    for (const field of ['email', 'job_id', 'stage', 'id', '__proto__'])
      expect((await post(site.url, page, { act: 'correct', field, [field]: 'x@mail.example' })).status).toBe(409)
    expect((await stored(reference)).email).toBe('salma@mail.example')
  })

  test('an answer that was accepted by other rules is not in the way of a correction', async () => {
    const { reference, page } = await apply()
    await database.write((queries) =>
      updateRows(queries, 'submissions', { reference }, { email: 'salma@mail-.example', name: '\ufffd\u200b' }),
    )
    const correct = (field: string, answer: string) => post(site.url, page, { act: 'correct', field, [field]: answer })
    expect((await correct('college', 'Ain Shams')).status).toBe(303)
    expect((await stored(reference)).answers.college).toBe('Ain Shams')
    expect((await correct('graduation_date', '2005-01-01')).status).toBe(303)
    const afterGraduation = await correct('date_of_birth', '2006-01-01')
    expect(afterGraduation.status).toBe(422)
    expect(await afterGraduation.text()).toContain(starterTexts('en')['form-errors'].graduationBeforeBirth)
    expect((await correct('date_of_birth', '1997-01-01')).status).toBe(303)
    expect((await correct('name', '\u200b\u200b\u200b')).status).toBe(422)
    expect((await correct('name', 'Salma Nabil')).status).toBe(303)
  })

  test('the CV is replaced by one that is looked at as the first was, and inspected anew', async () => {
    const { reference, page } = await apply()
    const replace = (bytes: Buffer, fileName = 'new.pdf') => {
      const form = new FormData()
      form.append('act', 'replace-cv')
      form.append('cv', aFile(bytes), fileName)
      return post(site.url, page, form)
    }
    // The size limit is shown before a file is chosen.
    const limit = starterTexts('en').forms.hints.cvSize.replace('{megabytes, number}', '5')
    expect((await open(site.url, `${page}?step=replace-cv`)).html).toContain(limit)
    expect((await replace(Buffer.from('hello'))).status).toBe(422)
    expect((await replace(aPdf(), 'new.exe')).status).toBe(422)
    expect((await replace(aPdf({ pages: 3, padding: name }))).status).toBe(303)
    await expect
      .poll(async () => (await stored(reference)).cv, { timeout: 20_000 })
      .toMatchObject({ file_name: 'new.pdf', result: { pages: 3 } })
    expect((await open(site.url, page)).html).toContain('new.pdf')
    expect(await eventsOf(reference)).toEqual([{ kind: 'cv-replaced', former: 'cv.pdf', by: 'candidate' }])
  })

  test('as long as a decision is not told, the page offers and takes the same as before', async () => {
    const { reference, page } = await apply()
    const offered = async () => linksOf((await open(site.url, page)).html).filter((href) => href.includes('step='))
    const before = await offered()
    expect(before.join()).toContain('step=correct')
    await database.write((queries) =>
      changeStage(queries, reference, { to: 'declined', reason: 'not-a-match' }, { actorId: null, now: new Date() }),
    )
    expect(await offered()).toEqual(before)
    const corrected = await post(site.url, page, { act: 'correct', field: 'college', college: 'Ain Shams' })
    expect(corrected.status).toBe(303)
  })

  test('after the review no correction is accepted', async () => {
    const { reference, page } = await apply()
    const early = fieldsOf((await open(site.url, `${page}?step=correct&field=phone`)).html, 'correct')
    await database.write((queries) =>
      changeStage(
        queries,
        reference,
        { to: 'in-review' },
        { actorId: null, now: new Date(Date.now() - UNDO_MILLISECONDS) },
      ),
    )
    const late = await post(site.url, page, { ...early, phone: '01087654321' })
    expect(late.status).toBe(409)
    expect((await stored(reference)).phone).toBe('01112345678')
    expect((await open(site.url, `${page}?step=correct&field=phone`)).html).not.toContain('value="correct"')
  })

  const askAbout = async (reference: string, question: string) => {
    const submission = await stored(reference)
    return database.write((queries) =>
      ask(queries, submission, { question }, { mailDomain: 'nuqta.example' }, { actorId: null, now: new Date() }),
    )
  }

  test('a question of the staff is mailed, answered on the page once, and stands in the time line and the copy', async () => {
    const email = `asked-${name}@mail.example`.toLowerCase()
    const { reference, page } = await apply({ fields: { email } })
    const id = await askAbout(reference, 'When could you begin?\n<b>Really</b>')
    // The next submission wakes the mail worker.
    await sendForm(site.url, 'contact-us', aContactMessage())
    const mail = plainText(await mailAbout(email, /question/))
    expect(mail).toContain('When could you begin?')
    expect(mail).toContain(`https://nuqta.example${page}`)

    const { html } = await open(site.url, page)
    expect(html).toContain('When could you begin?\n&lt;b&gt;Really&lt;/b&gt;')
    const fields = fieldsOf(html, 'answer')
    expect(fields).toEqual({ act: 'answer', question: id, answer: '' })
    expect((await post(site.url, page, { ...fields, answer: '  ' })).status).toBe(422)
    const tooLong = await post(site.url, page, { ...fields, answer: 'x'.repeat(5001) })
    expect(tooLong.status).toBe(422)
    expect(await tooLong.text()).toContain('x'.repeat(5001))
    expect((await post(site.url, page, { ...fields, question: 'nobody', answer: 'Yes' })).status).toBe(409)
    const { version } = await stored(reference)

    for (let press = 1; press <= 2; press++)
      expect((await post(site.url, page, { ...fields, answer: 'In May' })).headers.get('location')).toContain('done=')
    expect((await post(site.url, page, { ...fields, answer: 'In June' })).status).toBe(409)
    expect(await stored(reference)).toMatchObject({ handled_at: null, version: version + 1 })
    expect(await eventsOf(reference)).toEqual([{ kind: 'question-answered', question: id, by: 'candidate' }])
    expect(await auditOf(reference)).toEqual(['application.answer'])
    const after = await open(site.url, page)
    expect(after.html).toContain('In May')
    expect(formsOf(after.html).some(({ act }) => act === 'answer')).toBe(false)
    const copy = await post(site.url, page, { act: 'copy' })
    const files = unzipSync(new Uint8Array(await copy.arrayBuffer()))
    const record = JSON.parse(Buffer.from(files['application.json'] as Uint8Array).toString())
    expect(record.questions).toMatchObject([{ answer: 'In May' }])

    const { id: submission } = await stored(reference)
    await confirmed(page, 'erase', { word: starterTexts('en').application.erase.word })
    expect(await questionsOf(database.queries, submission)).toEqual([])
  })

  test('a question about another submission is not answered by this link', async () => {
    const [own, other] = [await apply(), await apply()]
    const question = await askAbout(other.reference, 'Whose?')
    expect((await post(site.url, own.page, { act: 'answer', question, answer: 'Mine' })).status).toBe(409)
    expect((await open(site.url, other.page)).html).not.toContain('Mine')
  })

  test('of two concurrent answers one is kept, the other refused', async () => {
    const { reference, page } = await apply()
    const question = await askAbout(reference, 'Which?')
    const answers = ['This one', 'That one']
    const responses = await Promise.all(
      answers.map((answer) => post(site.url, page, { act: 'answer', question, answer })),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([303, 409])
    expect(await eventsOf(reference)).toHaveLength(1)
  })

  test('a link that the staff have ended says so, takes no post, and another can be asked for', async () => {
    const email = `ended-${name}@mail.example`.toLowerCase()
    const { reference, page } = await sendForm(site.url, 'contact-us', aContactMessage({ email }))
    const { id } = await stored(reference)
    await database.write((queries) => endLink(queries, id, new Date()))
    const ended = await open(site.url, page)
    expect(ended.status).toBe(410)
    expect(ended.html).toContain(starterTexts('en').application.gone.endedText)
    expect((await post(site.url, page, { act: 'copy' })).status).toBe(410)
    await post(site.url, '/application', { reference, email })
    const [renewed = ''] = /\/application\/[\w-]{32}/.exec(plainText(await mailAbout(email, /new link/))) ?? []
    expect((await open(site.url, renewed)).status).toBe(200)
    expect((await open(site.url, page)).status).toBe(410)
  })

  test('of two acts at once each is done or refused, and the time line knows', async () => {
    const { reference, page } = await apply()
    const fields = fieldsOf((await open(site.url, `${page}?step=withdraw`)).html, 'withdraw')
    const phone = (last: string) => ({ act: 'correct', field: 'phone', phone: `0108765432${last}` })
    const responses = await Promise.all([
      post(site.url, page, { ...fields, sure: 'yes' }),
      post(site.url, page, { ...fields, sure: 'yes' }),
      post(site.url, page, phone('1')),
      post(site.url, page, phone('2')),
    ])
    expect(responses.every(({ status }) => status === 303 || status === 409)).toBe(true)
    const done = responses.map(({ status }) => status === 303)
    const isWithdrawn = done.slice(0, 2).includes(true)
    const corrections = done.slice(2).filter(Boolean)
    expect(await eventsOf(reference)).toHaveLength(corrections.length + (isWithdrawn ? 1 : 0))
    expect((await eventsOf(reference)).filter(({ kind }) => kind === 'stage')).toHaveLength(isWithdrawn ? 1 : 0)
  })

  test('a lost link is answered alike whether there is such a submission or not; the new one ends the old', async () => {
    const email = `lost-${name}@mail.example`.toLowerCase()
    const { reference, page } = await sendForm(site.url, 'contact-us', aContactMessage({ email }))
    const ask = async (fields: Record<string, string>) => {
      const response = await post(site.url, '/application', fields)
      return { status: response.status, html: (await response.text()).replace(/<script.*?<\/script>/gs, '') }
    }
    const unknown = await ask({ reference: 'NQ-2222-2222', email })
    const foreign = await ask({ reference, email: 'other@mail.example' })
    expect((await open(site.url, page)).status).toBe(200)
    const right = await ask({ reference: reference.toLowerCase(), email: ` ${email.toUpperCase()}` })
    // Stored before the response, so that "look into your mailbox" is true.
    const { queries } = database
    const asked = await queries
      .selectFrom('link_requests')
      .innerJoin('submissions', 'submissions.id', 'submission_id')
      .select('reference')
      .execute()
    const owed = await queries.selectFrom('mails').select('reference').where('kind', '=', 'link').execute()
    expect([...asked, ...owed]).toContainEqual({ reference })
    expect(unknown).toEqual(right)
    expect(foreign).toEqual(right)
    expect(right.status).toBe(200)

    const [renewed = ''] = /\/application\/[\w-]{32}/.exec(plainText(await mailAbout(email, /new link/))) ?? []
    expect(renewed).not.toBe(page)
    expect((await open(site.url, renewed)).status).toBe(200)
    const old = await open(site.url, page)
    expect(old.status).toBe(410)
    expect(old.html).toContain(starterTexts('en').application.gone.endedText)
    expect((await post(site.url, page, { act: 'copy' })).status).toBe(410)
    expect(await auditOf(reference)).toEqual(['application.renew-link'])
    expect(mails.received.every((each) => !each.to.includes('other@mail.example'))).toBe(true)
  })

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['the page itself, which hides its origin', { origin: 'null', 'sec-fetch-site': 'same-origin' }, 200],
    ['the page itself in an older browser', { origin: 'null' }, 200],
  ])('a post from %s', async (_who, headers, status) => {
    const { page } = await sendForm(site.url, 'contact-us', aContactMessage())
    expect((await post(site.url, page, { act: 'copy' }, headers)).status).toBe(status)
  })

  test('two processes on one database show the same', async () => {
    const second = await untilTestEnds(startSiteOn(settings, { PUBLIC_URL: 'https://nuqta.example' }))
    const { page } = await apply()
    expect((await open(second.url, page)).status).toBe(200)
    const fields = fieldsOf((await open(second.url, `${page}?step=withdraw`)).html, 'withdraw')
    expect((await post(site.url, page, { ...fields, sure: 'yes' })).status).toBe(303)
    expect((await open(second.url, page)).html).toContain('value="take-back"')
  })
})

test('guessing links is refused after a while, and a valid link still works', async () => {
  const site = await untilTestEnds(startSite({ SUBMISSIONS_PER_MINUTE: '1' }))
  const { page } = await sendForm(site.url, 'contact-us', aContactMessage())
  const guess = async (index: number) =>
    (await fetch(`${site.url}/application/${String(index).padStart(32, 'x')}`, { method: 'HEAD' })).status
  const statuses: number[] = []
  // As many at once as are rendered without waiting.
  for (let wave = 0; wave < 70; wave += 10)
    statuses.push(...(await Promise.all(Array.from({ length: 10 }, (_, index) => guess(wave + index)))))
  expect(statuses.filter((status) => status === 404)).toHaveLength(60)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  expect((await fetch(site.url + page)).status).toBe(200)
})

test('without a mail server the page for lost links says so, and asks for nothing', async () => {
  const site = await untilTestEnds(startSite())
  const { html } = await open(site.url, '/application')
  expect(html).toContain(starterTexts('en').application.lost.noMail)
  expect(formsOf(html)).toEqual([])
  expect((await post(site.url, '/application', { reference: 'NQ-2222-2222', email: 'a@b.example' })).status).toBe(200)
})

const plainText = (mail: ReceivedMail) => partsOf(mail)['text/plain'] ?? ''
