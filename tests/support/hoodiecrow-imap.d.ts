declare module 'hoodiecrow-imap' {
  import type { Server } from 'node:net'

  interface Hoodiecrow {
    server: Server
    listen(port: number, ready: () => void): void
    close(done: () => void): void
    appendMessage(folder: string, flags: string[], date: false, raw: string): void
  }

  export default function hoodiecrow(options: object): Hoodiecrow
}
