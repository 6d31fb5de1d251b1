/** Valid submissions; a test overrides the fields it is about. */

export function aContactMessage(changes: object = {}) {
  return {
    name: 'Mona Said',
    email: 'mona@mail.example',
    phone: '01012345678',
    subject: 'A new shop',
    message: 'We sell bread.\nCan you build us a shop?',
    ...changes,
  }
}

export function anInternshipApplication(changes: object = {}) {
  return {
    name: 'Omar Adel',
    email: 'omar@mail.example',
    phone: '01512345678',
    position: 'Data analysis',
    why_hire_you: 'I count things for fun.',
    ...changes,
  }
}

interface CareerChanges {
  fields?: Record<string, string>
  cv?: { name?: string; bytes?: Uint8Array } | null
}

export function aCareerApplication({ fields = {}, cv = {} }: CareerChanges = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(careerAnswers(fields))) form.append(name, value)
  if (cv) form.append('cv', aFile(cv.bytes ?? aPdf()), cv.name ?? 'cv.pdf')
  return form
}

/** The fields of an application, without its CV. */
export function careerAnswers(changes: object = {}) {
  return {
    name: 'Salma Nabil',
    email: 'salma@mail.example',
    phone: '01112345678',
    address: '4 Nile Street, Cairo',
    date_of_birth: '1998-05-17',
    college: 'Cairo University',
    major: 'Computer science',
    graduation_date: '2020-07-01',
    notice_period: 'One month',
    ...changes,
  }
}

export function aFile(bytes: Uint8Array) {
  return new Blob([new Uint8Array(bytes)], { type: 'application/pdf' })
}

/** A PDF of one empty page, with a valid cross-reference table. */
export function aPdf({ pages = 1, padding = '' } = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, page) => `${page + 3} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    ...Array.from({ length: pages }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'),
  ]
  let text = `%PDF-1.7\n%âãÏÓ\n${padding && `%${padding}\n`}`
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
