/** Files with answers of visitors, or with keys, are nobody's but the user's whom the server runs as. */
export const OWNER_ONLY_FILE = 0o600
export const OWNER_ONLY_FOLDER = 0o700
