const LONGEST = 160

/** The summary and the beginning of the text, as search results have room for. */
export function searchDescription({ summary, description }: { summary: string; description: string }) {
  const whole = `${summary}${/[.!?؟…]$/.test(summary) ? '' : '.'} ${description.replace(/\s+/g, ' ')}`
  return whole.length <= LONGEST ? whole : `${whole.slice(0, whole.lastIndexOf(' ', LONGEST - 1))}…`
}
