type Form = 'NFC' | 'NFKC' | 'NFKD'

/**
 * Unicode's form of a text. One with more marks upon a letter than any writing has (UAX #15, "Stream-Safe Text Format") stays as it is:
 * thousands of them take seconds to be put in order.
 */
export const normalizeText = (text: string, form: Form = 'NFC') =>
  TOO_MANY_MARKS.test(text) ? text : text.normalize(form)

/** With the two letters that turn into marks. */
const TOO_MANY_MARKS = /[\p{M}\uff9e\uff9f]{31}/u
