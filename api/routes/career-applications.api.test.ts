import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { untilAdmitted } from '../../tests/support/admitted.ts'
import { aCareerApplication, aFile, aPdf } from '../../tests/support/builders.ts'
import { apiOn, DATABASES } from '../../tests/support/databases.ts'
import { storedSubmissions } from '../../tests/support/stored.ts'

const MEGABYTE = 1024 * 1024

describe.each(DATABASES)('career applications on %s', (name) => {
  const api = apiOn(name)
  const { applications, cvs } = tables()

  function tables() {
    return {
      applications: () => storedSubmissions(api.database.queries, { kinds: ['career-application'] }),
      cvs: () => api.database.queries.selectFrom('cvs').selectAll().execute(),
    }
  }

  async function send(form: FormData, headers = {}) {
    const answer = await api.postForm('Form', form, headers)
    return { status: answer.status, body: await answer.json() }
  }

  async function expectNothingStored(act: () => Promise<void>) {
    const before = [(await applications()).length, (await cvs()).length]
    await act()
    expect([(await applications()).length, (await cvs()).length]).toEqual(before)
  }

  test('an application and its CV are stored together', async () => {
    const pdf = aPdf({ padding: 'my life' })
    const { status, body } = await send(
      aCareerApplication({ fields: { job_id: '1' }, cv: { bytes: pdf, name: 'سيرتي الذاتية.PDF' } }),
    )
    expect(status).toBe(201)
    const application = (await applications()).find(({ reference }) => reference === body.reference)
    expect(application).toMatchObject({ name: 'Salma Nabil', job_id: 1, date_of_birth: '1998-05-17', marks: '' })
    const cv = (await cvs()).find((each) => each.submission_id === application?.id)
    expect(cv).toMatchObject({ file_name: 'سيرتي الذاتية.PDF', size: pdf.length })
    expect(cv?.sha256).toBe(createHash('sha256').update(pdf).digest('hex'))
    expect(pdf.equals(cv?.bytes as Buffer)).toBe(true)
  })

  test('without a job it is a general application', async () => {
    const { body } = await send(aCareerApplication({ fields: { job_id: '' } }))
    expect((await applications()).find(({ reference }) => reference === body.reference)).toMatchObject({ job_id: null })
  })

  test('fifty at once under one key are one application with one CV', async () => {
    const before = (await cvs()).length
    const key = { 'idempotency-key': 'fifty-cvs' }
    const sendOnce = () => send(aCareerApplication(), key)
    const receipts = await Promise.all(Array.from({ length: 50 }, () => untilAdmitted(sendOnce)))
    expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1)
    expect((await cvs()).length).toBe(before + 1)
  })

  test('the same key with another CV is refused', async () => {
    const key = { 'idempotency-key': 'other-cv' }
    await send(aCareerApplication(), key)
    const { status } = await send(aCareerApplication({ cv: { bytes: aPdf({ pages: 2 }) } }), key)
    expect(status).toBe(422)
  })

  const future = new Date(Date.now() + 864e5).toISOString().slice(0, 10)
  const fourteenYearsAgo = new Date(Date.now() - 14 * 365.25 * 864e5).toISOString().slice(0, 10)
  test.each([
    [{ name: 'Al' }, { name: ['nameTooShort'] }],
    [{ address: '' }, { address: ['addressRequired'] }],
    [{ address: 'x'.repeat(20_000) }, { address: ['tooLong'] }],
    [{ date_of_birth: '1999-02-30' }, { date_of_birth: ['dateNoSuchDay'] }],
    [{ date_of_birth: future }, { date_of_birth: ['dateOfBirthPast'] }],
    [{ date_of_birth: fourteenYearsAgo }, { date_of_birth: ['dateOfBirthTooYoung'] }],
    [{ graduation_date: 'soon' }, { graduation_date: ['graduationDateFormat'] }],
    [{ graduation_date: '1990-01-01' }, { graduation_date: ['graduationBeforeBirth'] }],
    [{ job_id: '99' }, { job_id: ['jobNotOpen'] }],
    [{ job_id: 'abc' }, { job_id: ['jobNotOpen'] }],
    [{ job_id: '9007199254740991' }, { job_id: ['jobNotOpen'] }],
  ])('%j is refused by its text key and nothing is stored', async (fields, errors) => {
    await expectNothingStored(async () => {
      const { status, body } = await send(aCareerApplication({ fields: fields as Record<string, string> }))
      expect(status).toBe(422)
      expect(body.errors).toEqual(errors)
    })
  })

  const bytes = (text: string) => Buffer.from(text, 'latin1')
  test.each([
    ['no CV', null, 'cvRequired'],
    ['a name that is not .pdf', { name: 'cv.docx' }, 'cvNotPdf'],
    ['an .exe called cv.pdf', { bytes: bytes(`MZ\x90\0\x03${'\0'.repeat(500)}`) }, 'cvNotPdf'],
    ['a file of no bytes', { bytes: bytes('') }, 'cvEmpty'],
    ['a PDF of no pages', { bytes: aPdf({ pages: 0 }) }, 'cvDamaged'],
    ['half a PDF', { bytes: aPdf().subarray(0, 200) }, 'cvDamaged'],
    ['a header and an end with nothing between', { bytes: bytes('%PDF-1.7\n%%EOF\n') }, 'cvDamaged'],
    [
      'a web page before the PDF',
      { bytes: Buffer.concat([bytes('<html><script>alert(1)</script>'), aPdf()]) },
      'cvNotPdf',
    ],
    ['a web page inside the PDF', { bytes: aPdf({ padding: '<script>alert(1)</script>' }) }, 'cvNotPdf'],
    [
      'an archive behind the PDF',
      { bytes: Buffer.concat([aPdf(), bytes(`PK\x05\x06${'\0'.repeat(18)}`)]) },
      'cvNotPdf',
    ],
    ['a name that climbs', { name: '../../etc/cv.pdf' }, 'cvFileName'],
    ['a name with a zero', { name: 'cv\0.pdf' }, 'cvFileName'],
    ['a name of 300 Arabic letters', { name: `${'س'.repeat(300)}.pdf` }, 'cvFileName'],
    ['a name that turns round', { name: 'cv\u202efdp.exe.pdf' }, 'cvFileName'],
  ])('%s is refused and nothing is stored', async (_what, cv, key) => {
    await expectNothingStored(async () => {
      const { status, body } = await send(aCareerApplication({ cv }))
      expect(status).toBe(422)
      expect(body.errors).toEqual({ cv: [key] })
    })
  })

  test.each([
    ['Mona Said', 'Mona Said.pdf'],
    ['CV.PDF ', 'CV.PDF'],
    ['.pdf', 'cv.pdf'],
  ])('a PDF called %j is stored as %j', async (name, stored) => {
    const { status, body } = await send(aCareerApplication({ cv: { name } }))
    expect(status).toBe(201)
    const application = (await applications()).find(({ reference }) => reference === body.reference)
    const cv = (await cvs()).find((each) => each.submission_id === application?.id)
    expect(cv?.file_name).toBe(stored)
  })

  test('a name with quotes is refused', async () => {
    const { status, body } = await sendRaw([
      ...rawFields(),
      part('name="cv"; filename="a\\"b.pdf"', aPdf().toString('latin1')),
    ])
    expect(status).toBe(422)
    expect(body.errors).toEqual({ cv: ['cvFileName'] })
  })

  test('two CVs are refused', async () => {
    const form = aCareerApplication()
    form.append('cv', aFile(aPdf()), 'other.pdf')
    const { status, body } = await send(form)
    expect(status).toBe(422)
    expect(body.errors).toEqual({ cv: ['cvOnlyOne'] })
  })

  test('a field sent twice is refused', async () => {
    const form = aCareerApplication()
    form.append('email', 'another@mail.example')
    expect((await send(form)).body.type).toBe('urn:problem:repeatedField')
  })

  test('unknown fields and __proto__ are ignored', async () => {
    expect((await send(aCareerApplication({ fields: { ['__proto__']: 'x', hobby: 'chess' } }))).status).toBe(201)
  })

  test('a CV beyond the limit is refused before it has been read to its end', async () => {
    await expectNothingStored(async () => {
      const { status, body } = await send(aCareerApplication({ cv: { bytes: Buffer.alloc(6 * MEGABYTE, aPdf()) } }))
      expect(status).toBe(413)
      expect(body.type).toBe('urn:problem:cvTooLarge')
    })
    const { head, bytesTaken } = await sendEndlessly()
    expect(head).toContain('413')
    expect(bytesTaken).toBeLessThan(64 * MEGABYTE)
  })

  test('a form of a thousand parts is refused', async () => {
    const many = Array.from({ length: 1000 }, (_, number) => part(`name="x${number}"`, 'y'))
    expect((await sendRaw(many)).status).toBe(413)
  })

  test.each([
    ['no boundary', 'multipart/form-data', 'abc'],
    ['a boundary that never comes', 'multipart/form-data; boundary=x', 'abc'],
    [
      'an upload that breaks off',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nMo',
    ],
  ])('%s is refused', async (_what, type, body) => {
    const answer = await fetch(`${api.url}/api/guest-api/Form`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect(answer.status).toBe(400)
    expect((await answer.json()).type).toBe('urn:problem:malformedUpload')
  })

  test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded'])('%s is refused', async (type) => {
    const answer = await fetch(`${api.url}/api/guest-api/Form`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: '{}',
    })
    expect(answer.status).toBe(415)
  })

  test('a client that hangs up leaves nothing behind', async () => {
    await expectNothingStored(async () => {
      await hangUpInTheMiddle()
      expect((await api.get('job')).status).toBe(200)
    })
  })

  function part(disposition: string, content: string) {
    return `--edge\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
  }

  function rawFields() {
    return [...aCareerApplication({ cv: null })].map(([field, value]) => part(`name="${field}"`, String(value)))
  }

  async function sendRaw(parts: string[]) {
    const answer = await fetch(`${api.url}/api/guest-api/Form`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
      body: Buffer.from(`${parts.join('')}--edge--\r\n`, 'latin1'),
    })
    return { status: answer.status, body: await answer.json() }
  }

  function openUpload() {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
    socket.write(
      `POST /api/guest-api/Form HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=edge\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    return socket
  }

  function sendEndlessly() {
    return new Promise<{ head: string; bytesTaken: number }>((resolve) => {
      const socket = openUpload()
      const chunk = Buffer.concat([bytes('10000\r\n'), Buffer.alloc(0x10000, 'x'), bytes('\r\n')])
      const opening = part('name="cv"; filename="cv.pdf"', '').slice(0, -2)
      let head = ''
      const more = () => {
        while (socket.writable && socket.write(chunk));
      }
      socket.write(`${opening.length.toString(16)}\r\n${opening}\r\n`)
      socket.on('drain', more)
      socket.on('data', (data) => {
        head += data
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve({ head, bytesTaken: socket.bytesWritten }))
      more()
    })
  }

  function hangUpInTheMiddle() {
    return new Promise<void>((resolve) => {
      const socket = openUpload()
      socket.on('close', () => resolve())
      socket.write('5\r\n--edg\r\n', () => socket.destroy())
    })
  }
})

describe('uploads that are never finished', () => {
  const api = apiOn('SQLite')

  test('take no more than their share of the memory, and other senders get through', async () => {
    const refused: string[] = []
    const unfinished = Array.from({ length: 15 }, () => beginUpload((response) => refused.push(response)))
    onTestFinished(() => {
      for (const socket of unfinished) socket.destroy()
    })
    await vi.waitFor(() => expect(refused.length).toBeGreaterThan(0), { timeout: 30_000 })
    expect(refused[0]).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: \d+\r\n/)
    const cv = { bytes: aPdf({ padding: 'x'.repeat(4 * MEGABYTE) }) }
    expect(await sendFrom('127.0.0.2', aCareerApplication({ cv }))).toBe(201)
  })

  test('of three senders that hold all of it gives way to a fourth', async () => {
    const refused: { bytes: number; response: string }[] = []
    onTestFinished(() => {
      for (const socket of unfinished) socket.destroy()
    })
    const unfinished: Socket[] = []
    // Small forms use the memory that large ones leave.
    for (const [bytes, uploads] of [
      [4.9 * MEGABYTE, 6],
      [0.3 * MEGABYTE, 25],
    ] as const) {
      for (const from of ['127.0.0.3', '127.0.0.4', '127.0.0.5'])
        for (let upload = 0; upload < uploads; upload++)
          unfinished.push(beginUpload((response) => refused.push({ bytes, response }), { bytes, from }))
      await vi.waitFor(() => expect(refused.some((each) => each.bytes === bytes)).toBe(true), { timeout: 30_000 })
    }
    const cv = { bytes: aPdf({ padding: 'x'.repeat(4 * MEGABYTE) }) }
    expect(await sendFrom('127.0.0.2', aCareerApplication({ cv }))).toBe(201)
    for (const { response } of refused) expect(response).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: \d+\r\n/)
  })

  /** A CV without its last bytes. */
  function beginUpload(onResponse: (response: string) => void, { bytes = 4.9 * MEGABYTE, from = '127.0.0.1' } = {}) {
    const socket = connect({ port: Number(new URL(api.url).port), host: '127.0.0.1', localAddress: from })
    socket.on('error', () => {})
    socket.once('data', (chunk) => onResponse(chunk.toString()))
    const head = [
      'POST /api/guest-api/Form HTTP/1.1',
      'Host: site.example',
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${6 * MEGABYTE}`,
    ]
    socket.write(
      `${head.join('\r\n')}\r\n\r\n--x\r\ncontent-disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n`,
    )
    socket.write(Buffer.alloc(bytes, 'x'))
    return socket
  }

  /** Loopback has many addresses; each counts as a sender. */
  async function sendFrom(localAddress: string, form: FormData) {
    const upload = new Request(`${api.url}/api/guest-api/Form`, { method: 'POST', body: form })
    const headers = Object.fromEntries(upload.headers)
    const outgoing = request(upload.url, { method: 'POST', localAddress, headers })
    outgoing.end(Buffer.from(await upload.arrayBuffer()))
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
})
