import { FullStop } from '../../brand/dots/full-stop.tsx'

interface TitleProps {
  text: string
  size: string
  as?: 'h1' | 'h2'
  id?: string | undefined
}

export function Title({ text, size, as: Heading = 'h1', id }: TitleProps) {
  return (
    <Heading className={size} id={id}>
      <FullStop text={text} />
    </Heading>
  )
}

const LONG_TITLE_LETTERS = 40

export const titleSize = (title: string, largest: 'd1' | 'd1 d1--s') =>
  title.length > LONG_TITLE_LETTERS ? 'd2' : largest
