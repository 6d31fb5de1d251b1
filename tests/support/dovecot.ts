import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { ImapSettings } from '#domain/candidates/replies/mailbox-name.ts'
import { freePort } from './free-port.ts'

/** It gives its rights away to other users at its start, which only root may. */
export const isDovecotUsable = process.getuid?.() === 0 && spawnSync('dovecot', ['--version']).status === 0

const MAIL_USER = Number(spawnSync('id', ['-u', 'nobody']).stdout.toString())
const MAIL_GROUP = Number(spawnSync('id', ['-g', 'nobody']).stdout.toString())

/** Debian's Dovecot with one user. It keeps its mails and its port while it is away. */
export async function startDovecot() {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-dovecot-'))
  chmodSync(folder, 0o755)
  const mails = path.join(folder, 'mails')
  for (const each of ['', 'new', 'cur', 'tmp']) {
    mkdirSync(path.join(mails, each), { recursive: true })
    chownSync(path.join(mails, each), MAIL_USER, MAIL_GROUP)
  }
  const port = await freePort()
  const config = path.join(folder, 'dovecot.conf')
  writeFileSync(config, configOf(folder, mails, port))
  let daemon = await start(config, port)
  const settings: ImapSettings = {
    ...{ host: '127.0.0.1', port, isSecure: false, isLoopback: true },
    ...{ user: 'jobs', password: 'secret', folder: 'INBOX' },
  }
  let delivered = 0
  async function goAway() {
    if (daemon.exitCode !== null) return
    const exit = once(daemon, 'exit')
    daemon.kill('SIGTERM')
    await exit
  }
  return {
    settings,
    deliver(...sources: string[]) {
      for (const source of sources) {
        const name = `${Date.now()}.${++delivered}.test`
        writeFileSync(path.join(mails, 'tmp', name), source)
        chownSync(path.join(mails, 'tmp', name), MAIL_USER, MAIL_GROUP)
        renameSync(path.join(mails, 'tmp', name), path.join(mails, 'new', name))
      }
    },
    goAway,
    async comeBack() {
      daemon = await start(config, port)
    },
    async stop() {
      await goAway()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function start(config: string, port: number) {
  const daemon = spawn('dovecot', ['-F', '-c', config], { stdio: 'ignore' })
  for (let tries = 0; daemon.exitCode === null && tries < 300; tries++) {
    if (await isHeard(port)) return daemon
    await setTimeout(50)
  }
  throw new Error('Dovecot does not start')
}

const isHeard = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

const configOf = (folder: string, mails: string, port: number) => `
base_dir = ${path.join(folder, 'run')}
log_path = /dev/null
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${mails}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${MAIL_USER} gid=${MAIL_GROUP} home=${mails}
}
first_valid_uid = 1
`
