import { userInfo } from 'node:os'

/**
 * Who acts on the command line, for the audit trail: the user of the operating system, which nobody can choose, and the one who called
 * sudo, which is that user's word.
 */
export function commandLineActor(environment: NodeJS.ProcessEnv = process.env): string {
  const { SUDO_USER: caller = '' } = environment
  return `command line: ${userName()}${USER_NAME.test(caller) ? `, called by ${caller}` : ''}`
}

const USER_NAME = /^[\w.@-]{1,64}$/

function userName() {
  try {
    return userInfo().username
  } catch {
    // A user without a name, as containers have them.
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
