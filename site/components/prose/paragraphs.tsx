/** A text of the API: a blank line starts a new paragraph. */
export function Paragraphs({ text, className }: { text: string; className?: string | undefined }) {
  return (
    <div className={className}>
      {paragraphsOf(text).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of one text never change places
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  )
}

export const paragraphsOf = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
