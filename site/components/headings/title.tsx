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
