const MAX_LENGTH = 20_000

/** The Message-IDs in a header, in their order. */
export const idsIn = (header = ''): string[] => header.slice(0, MAX_LENGTH).match(/<[^<>\s]{3,500}>/g) ?? []
