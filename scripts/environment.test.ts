import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../tests/support/temporary-folder.ts'

const folder = temporaryFolder()

const environmentModule = path.resolve(import.meta.dirname, 'environment.js')

/** The environment of a program after reading a file with this text. */
function load(written: string | Buffer) {
  const file = path.join(folder, 'settings')
  writeFileSync(file, written)
  const program = `import { loadEnvironmentFile } from ${JSON.stringify(environmentModule)}
    loadEnvironmentFile()
    const { ENV_FILE, ...others } = process.env
    console.log(JSON.stringify(others))`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ENV_FILE: file },
    encoding: 'utf8',
  })
  return status === 0 ? JSON.parse(stdout) : stderr.replace(file, 'FILE')
}

test('a settings file is read however its lines end and its values are quoted', () => {
  const lines = [
    '\ufeff# The shop',
    '; as systemd writes it',
    '',
    'MAIL_TO = team@mail.example # the team',
    'export HOST="0.0.0.0"',
    "SMTP_URL='smtp://a#b@mail.example'",
    'STAFF_LANGUAGE',
    'BACKUP_KEY="age1',
    'age2"',
    'PORT=',
  ]
  for (const end of ['\n', '\r\n', '\r'])
    expect(load(lines.join(end)), JSON.stringify(end)).toEqual({
      MAIL_TO: 'team@mail.example',
      HOST: '0.0.0.0',
      SMTP_URL: 'smtp://a#b@mail.example',
      BACKUP_KEY: 'age1\nage2',
      PORT: '',
    })
})

test.each(['SMTP_URL: smtp://secret@mail.example', 'DESK_PORT off', '[server]', '-p 3000', '=secret', '"HOST"=x'])(
  'the line %j is named and not passed over, and what it holds is not told',
  (line) => {
    expect(load(`# One\nHOST=a\nKEY="1\n2"\n${line}\nPORT=1\n`)).toBe(
      'ENV_FILE: FILE cannot be read (line 5 must look like NAME=value)\n',
    )
  },
)

test('a file in another encoding is refused', () => {
  for (const encoding of ['utf16le', 'latin1'] as const)
    for (const text of ['\ufeffPORT=80\n', 'PORT=80\nMAIL_FROM=é@mail.example'])
      if (encoding === 'utf16le' || !text.startsWith('\ufeff'))
        expect(load(Buffer.from(text, encoding))).toBe('ENV_FILE: FILE cannot be read (it must be text in UTF-8)\n')
})

test.each([['--port', '8080'], ['8080'], ['--dev', '--port=8080']])(
  'the unknown setting %s is reported',
  (...words) => {
    const start = path.resolve(import.meta.dirname, 'start.js')
    const { status, stdout, stderr } = spawnSync(process.execPath, [start, ...words], { encoding: 'utf8', env: {} })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^This command takes no options: .*\n$/)
  },
)
