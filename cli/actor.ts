import { userInfo } from 'node:os'

/**
 * The actor in the audit trail: the user of the operating system, which cannot be forged, and the caller of sudo, which can.
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
    // Containers have users without a name.
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
