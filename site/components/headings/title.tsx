import { FullStop } from '../../brand/dots/full-stop.tsx'

interface TitleProps {
  /** '\n' breaks the line; a final full stop becomes the dot. */
  text: string
  size: string
  as?: 'h1' | 'h2'
  id?: string | undefined
}

/** A heading in display type. */
export function Title({ text, size, as: Heading = 'h1', id }: TitleProps) {
  return (
    <Heading className={size} id={id}>
      <FullStop text={text} />
    </Heading>
  )
}
