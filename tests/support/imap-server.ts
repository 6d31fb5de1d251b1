import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import hoodiecrow from 'hoodiecrow-imap'
import type { ImapSettings } from '#domain/candidates/replies/mailbox-name.ts'

/** A real IMAP server with one user. It keeps its mails and its port while it is away. */
export async function startImapServer() {
  const imap = hoodiecrow({
    plugins: ['UIDPLUS', 'ID'],
    users: { jobs: { password: 'secret' } },
    storage: { INBOX: { messages: [] } },
  })
  const sockets = new Set<Socket>()
  imap.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // A client that hangs up is no fault of the server.
    socket.on('error', () => {})
  })
  imap.server.listen(0, '127.0.0.1')
  await once(imap.server, 'listening')
  const { port } = imap.server.address() as AddressInfo
  const settings: ImapSettings = {
    ...{ host: '127.0.0.1', port, isSecure: false, isLoopback: true },
    ...{ user: 'jobs', password: 'secret', folder: 'INBOX' },
  }
  async function goAway() {
    for (const socket of sockets) socket.destroy()
    if (!imap.server.listening) return
    imap.server.close()
    await once(imap.server, 'close')
  }
  return {
    settings,
    deliver(...mails: string[]) {
      for (const mail of mails) imap.appendMessage('INBOX', [], false, mail)
    },
    goAway,
    async comeBack() {
      imap.server.listen(port, '127.0.0.1')
      await once(imap.server, 'listening')
    },
    stop: goAway,
  }
}
