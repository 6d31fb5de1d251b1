/** Files with personal data or keys are readable by the server's user alone. */
export const OWNER_ONLY_FILE = 0o600
export const OWNER_ONLY_FOLDER = 0o700
