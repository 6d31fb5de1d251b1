/** The line that says why a link was not followed. */
export const OFFLINE_ID = 'offline'
