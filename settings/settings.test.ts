import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { misspeltSettings, readConfig, SETTING_NAMES } from './settings.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

test('the page for operators and the example file name every setting, and no other', () => {
  const documented = [...read('docs/operations.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
  const example = [...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(documented.sort()).toEqual([...SETTING_NAMES].sort())
  expect(example.sort()).toEqual([...SETTING_NAMES].sort())
})

test('the values of the example file are the defaults', () => {
  const lines = [...read('.env.example').matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value])
  expect(readConfig(Object.fromEntries(lines))).toEqual(readConfig({}))
})

test('relative folders begin at the folder of package.json, wherever it is called from', () => {
  const here = process.cwd()
  try {
    process.chdir('/')
    expect(readConfig({})).toMatchObject({
      dataDirectory: path.join(root, 'data'),
      contentDirectory: path.join(root, 'content'),
    })
    expect(readConfig({ DATA_DIR: 'elsewhere' }).dataDirectory).toBe(path.join(root, 'elsewhere'))
  } finally {
    process.chdir(here)
  }
})

test('boards are offered jobs only with an address that they can follow', () => {
  const PUBLIC_URL = 'https://www.nuqta.example'
  expect(readConfig({}).jobFeeds.boards).toEqual([])
  expect(readConfig({ JOB_FEEDS: 'indeed, ojobpub', PUBLIC_URL }).jobFeeds.boards).toEqual(['indeed', 'ojobpub'])
  expect(complaintOf({ JOB_FEEDS: 'monster', PUBLIC_URL })).toMatch(/^JOB_FEEDS: must be some of/)
  expect(complaintOf({ JOB_FEEDS: 'indeed' })).toMatch(/^PUBLIC_URL: must be set/)
  expect(complaintOf({ JOB_FEEDS: 'linkedin', PUBLIC_URL: 'https://nuqta.example' })).toMatch(
    /^PUBLIC_URL: must begin with https:\/\/www\./,
  )
  expect(complaintOf({ JOB_FEEDS: 'linkedin', PUBLIC_URL })).toMatch(/^LINKEDIN_COMPANY_ID: must be set/)
  expect(complaintOf({ JOB_FEEDS: 'linkedin', PUBLIC_URL, LINKEDIN_COMPANY_ID: 'nuqta' })).toMatch(
    /^LINKEDIN_COMPANY_ID: must be the number/,
  )
})

test('an object store is taken with a key, over https, and a complaint never repeats the secret', () => {
  const url = 's3://KEY:s%2Fe%2Bcret@s3.example.com/bucket/a/b?region=eu-1'
  expect(readConfig({}).storage).toBeUndefined()
  expect(readConfig({ STORAGE_URL: url }).storage).toEqual({
    endpoint: 'https://s3.example.com/bucket',
    prefix: 'a/b/',
    region: 'eu-1',
    accessKey: 'KEY',
    secretKey: 's/e+cret',
    newFiles: 'storage',
  })
  expect(readConfig({ STORAGE_URL: 's3://K:S@[::1]:9000/b?tls=no&new=database' }).storage).toMatchObject({
    endpoint: 'http://[::1]:9000/b',
    newFiles: 'database',
  })
  for (const wrong of [
    'https://KEY:hidden@s3.example.com/bucket',
    's3://KEY:hid/den@s3.example.com/bucket',
    's3://s3.example.com/bucket',
    's3://KEY@s3.example.com/bucket',
    's3://KEY:hidden@s3.example.com/',
    's3://KEY:hidden@s3.example.com/bu cket',
    's3://KEY:hidden@s3.example.com/bucket?tls=no',
    's3://KEY:hidden@s3.example.com/bucket?tls=maybe',
    's3://KEY:hidden@s3.example.com/bucket?new=nowhere',
    's3://KEY:hidden@s3.example.com/bucket?hidden=yes',
    's3://KEY:hidden%@s3.example.com/bucket',
  ]) {
    const complaint = complaintOf({ STORAGE_URL: wrong })
    expect(complaint, wrong).toMatch(/^STORAGE_URL: [^\n]+$/)
    expect(complaint).not.toMatch(/hid/)
  }
})

test('an address with a password that is not written as in an address is refused, and never repeated', () => {
  const SMTP = 'smtps://robot:%@mail.example:465'
  const POSTGRES = 'postgres://nuqta:%@db.example:5432/nuqta'
  for (const [setting, form] of [
    ['SMTP_URL', SMTP],
    ['DATABASE_URL', POSTGRES],
  ] as const) {
    for (const password of ['Geh/eim99', '12/eim99', '12#eim99', '12?eim99', '12%eim99', 'Geh#eim99', '99eim@Geh/x'])
      expect(complaintOf({ [setting]: form.replace('%', password) }), `${setting} with ${password}`).toMatch(
        new RegExp(`^${setting}: must look like (?!.*(robot|eim|Geh))[^\\n]+ / @ # \\? % as %2F %40 %23 %3F %25$`),
      )
    for (const password of ['plain', 'Geh%2Feim%4099%23%3F%25', 'with@sign'])
      expect(complaintOf({ [setting]: form.replace('%', password) }), password).toBeUndefined()
  }
  for (const wrong of ['smtp://', 'smtp:///', 'smtp://mail.example:99999', 'smtp://mail.example/path'])
    expect(complaintOf({ SMTP_URL: wrong }), wrong).toMatch(/^SMTP_URL: must look like/)
  expect(readConfig({ SMTP_URL: 'smtp://127.0.0.1:25?tls.rejectUnauthorized=false' }).smtpUrl).toBe(
    'smtp://127.0.0.1:25?tls.rejectUnauthorized=false',
  )
})

test('a PostgreSQL database may be reached by a socket, whose address has no host', () => {
  const { databaseUrl } = readConfig({ DATABASE_URL: 'postgres://nuqta:secret@/nuqta?host=/run/postgresql' })
  expect(databaseUrl).toBe('postgres://nuqta:secret@localhost/nuqta?host=/run/postgresql')
  const without = 'postgres:///nuqta?host=/run/postgresql'
  expect(readConfig({ DATABASE_URL: without }).databaseUrl).toBe(without)
})

test('mails are signed only with a key that can sign them', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-dkim-'))
  const file = path.join(folder, 'dkim.pem')
  const complaintAbout = (text: string | Buffer) => {
    writeFileSync(file, text)
    return complaintOf({ DKIM_KEY_FILE: file, DKIM_SELECTOR: 'site' })
  }
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = { type: 'pkcs8', format: 'pem' } as const
  try {
    expect(complaintAbout(privateKey.export(pem))).toBeUndefined()
    expect(complaintAbout(privateKey.export({ type: 'pkcs1', format: 'pem' }))).toBeUndefined()
    for (const wrong of [
      '',
      'any text',
      publicKey.export({ type: 'spki', format: 'pem' }),
      privateKey.export({ ...pem, cipher: 'aes-256-cbc', passphrase: 'secret' }),
      generateKeyPairSync('ed25519').privateKey.export(pem),
    ])
      expect(complaintAbout(wrong)).toMatch(/^DKIM_KEY_FILE: \S+dkim\.pem must be an RSA private key [^\n]+$/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a mail address is what the forms take for one, with the domain as the DNS has it', () => {
  const { mailTo, mailFrom } = readConfig({
    MAIL_TO: 'hr&jobs@example.com, team@مثال.مصر',
    MAIL_FROM: 'site@xn--mgbh0fb.xn--wgbh1c',
  })
  expect(mailTo).toEqual(['hr&jobs@example.com', 'team@xn--mgbh0fb.xn--wgbh1c'])
  expect(mailFrom).toBe('site@xn--mgbh0fb.xn--wgbh1c')
  expect(complaintOf({ MAIL_TO: 'team@example.com, nobody' })).toMatch(/^MAIL_TO: must be mail addresses/)
  expect(complaintOf({ MAIL_FROM: 'site@localhost' })).toMatch(/^MAIL_FROM: must be a mail address/)
})

test('hosts are addresses or names, without what stands around them', () => {
  expect(readConfig({ HOST: ' 127.0.0.1', PORT: '80 ' })).toMatchObject({ host: '127.0.0.1', port: 80 })
  for (const host of ['::', '::1', '0.0.0.0', 'localhost', 'www.nuqta.example'])
    expect(readConfig({ HOST: host }).host).toBe(host)
  for (const setting of ['HOST', 'DESK_HOST', 'METRICS_HOST'])
    for (const wrong of ['http://x', '[::1]', 'a b', 'fe80::1%eth0', '127.0.0.1:80'])
      expect(complaintOf({ [setting]: wrong }), `${setting}=${wrong}`).toMatch(
        new RegExp(`^${setting}: must be an addr`),
      )
})

test('a trusted proxy range never covers every address', () => {
  for (const range of ['0.0.0.0/0', '::/0', '10.0.0.0/8, 0.0.0.0/00'])
    expect(complaintOf({ TRUST_PROXY: range })).toMatch(/^TRUST_PROXY: [^\n]+\/0[^\n]+$/)
})

test('an address is kept as browsers write it', () => {
  expect(readConfig({ PUBLIC_URL: 'HTTPS://WWW.Example.com' }).publicUrl).toBe('https://www.example.com')
  expect(readConfig({ PUBLIC_URL: 'https://www.example.com:443/' }).publicUrl).toBe('https://www.example.com')
  expect(readConfig({ API_HOST: 'HTTPS://API.Example.com/V1/' }).apiHost).toBe('https://api.example.com/V1')
})

test('no limit is so small that no CV fits', () => {
  for (const size of ['0', '0.0000001', '0.05', 'Infinity', 'five'])
    expect(complaintOf({ CV_MAX_MB: size })).toMatch(/^CV_MAX_MB: must be a number of megabytes from 0\.1 to 100$/)
})

test.each(['300.1.1.1', '1.2.3.4.5', 'a b', '-x', '[::1]', 'fe80::1%eth0'])('%s is no host', (HOST) => {
  expect(complaintOf({ HOST })).toMatch(/^HOST: must be an address of this machine/)
})

test("a misspelt setting is distinguished from another program's", () => {
  const names = [
    'BACKUPS_DIR',
    'RETENTION_MONTH',
    'SMPT_URL',
    'MAIL_TOO',
    'MAILTO',
    'Port',
    'PORT',
    'NODE_ENV',
    'TZ',
    'PGHOST',
  ]
  expect(misspeltSettings(names)).toEqual([
    'BACKUPS_DIR (perhaps BACKUP_DIR)',
    'RETENTION_MONTH (perhaps RETENTION_MONTHS)',
    'SMPT_URL (perhaps SMTP_URL)',
    'MAIL_TOO (perhaps MAIL_TO)',
    'Port (perhaps PORT)',
  ])
})

test('Google is told of jobs only with a key that can be used, and a start without one says why in one line', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-key-'))
  const file = path.join(folder, 'key.json')
  const PUBLIC_URL = 'https://www.nuqta.example'
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = {
    type: 'service_account',
    client_email: 'jobs@nuqta.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: 'https://oauth2.googleapis.com/token',
  }
  const complaintAbout = (text: string) => {
    writeFileSync(file, text)
    return complaintOf({ GOOGLE_INDEXING_KEY_FILE: file, PUBLIC_URL })
  }
  const complaintWith = (changes: object) => complaintAbout(JSON.stringify({ ...key, ...changes }))
  try {
    expect(readConfig({}).googleIndexing).toBeUndefined()
    expect(complaintWith({})).toBeUndefined()
    expect(readConfig({ GOOGLE_INDEXING_KEY_FILE: file, PUBLIC_URL }).googleIndexing).toEqual({
      clientEmail: key.client_email,
      privateKey: key.private_key,
      tokenUri: key.token_uri,
    })
    expect(complaintOf({ GOOGLE_INDEXING_KEY_FILE: file })).toMatch(/^PUBLIC_URL: must be set/)
    const missing = complaintOf({ GOOGLE_INDEXING_KEY_FILE: path.join(folder, 'none.json'), PUBLIC_URL })
    expect(missing).toMatch(/^GOOGLE_INDEXING_KEY_FILE: \S+none\.json cannot be read$/)
    expect(complaintAbout('-----BEGIN PRIVATE KEY-----')).toMatch(/is not JSON$/)
    expect(complaintAbout('[]')).toMatch(/must hold one object$/)
    expect(complaintWith({ type: 'authorized_user' })).toMatch(/its type must be service_account$/)
    expect(complaintWith({ client_email: 'jobs' })).toMatch(/its client_email must be an address$/)
    expect(complaintWith({ private_key: undefined })).toMatch(/its private_key is missing$/)
    expect(complaintWith({ private_key: 'no key' })).toMatch(/its private_key must be an RSA key in PEM$/)
    expect(complaintWith({ token_uri: 'http://elsewhere.example' })).toMatch(/its token_uri must begin with https:/)
    for (const text of ['{', '[]', '{}']) expect(complaintAbout(text)).not.toContain('\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a wish for encryption that the database driver would pass over is refused', () => {
  const address = 'postgres://nuqta:secret@db.example/nuqta'
  for (const option of ['sslmod=require', 'ssl_mode=require', 'SSLMODE=require', 'useSSL=true', 'tls=yes', 'sslca=/x'])
    expect(complaintOf({ DATABASE_URL: `${address}?application_name=site&${option}` }), option).toMatch(
      /^DATABASE_URL: knows of encryption the options sslmode, [^\n]+ and no other$/,
    )
  for (const mode of ['', 'yes', 'verify_full', 'Require', 'allow'])
    expect(complaintOf({ DATABASE_URL: `${address}?sslmode=${mode}` }), mode).toMatch(
      /^DATABASE_URL: its option sslmode must be verify-full, no-verify, disable; [^\n]+$/,
    )
})

test('the modes of encryption that the driver warns of are read as what it makes of them', () => {
  const read = (options: string) => readConfig({ DATABASE_URL: `postgres://a:b@c/d?${options}` }).databaseUrl
  for (const mode of ['require', 'verify-ca', 'prefer', 'verify-full'])
    expect(read(`sslmode=${mode}&channel_binding=require`)).toBe(
      'postgres://a:b@c/d?sslmode=verify-full&channel_binding=require',
    )
  for (const options of ['sslmode=disable', 'max=5&sslmode=no-verify', 'uselibpqcompat=true&sslmode=require'])
    expect(read(options)).toBe(`postgres://a:b@c/d?${options}`)
})

function complaintOf(environment: Record<string, string>) {
  try {
    readConfig(environment)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

test('the desk has a host of its own: browsers send the cookies of a host to all its ports', () => {
  const read = (PUBLIC_URL: string, DESK_URL: string) => () => readConfig({ PUBLIC_URL, DESK_URL })
  expect(read('https://nuqta.example', 'https://nuqta.example:8443')).toThrow(/DESK_URL.*another host than PUBLIC_URL/)
  expect(read('https://nuqta.example', 'https://desk.nuqta.example')).not.toThrow()
  expect(read('http://localhost:3000', 'http://localhost:3001')).not.toThrow()
})
