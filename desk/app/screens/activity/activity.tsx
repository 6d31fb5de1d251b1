import { Body, Head } from '../../parts/layout.tsx'
import { useTexts } from '../../texts.tsx'

export function Component() {
  const texts = useTexts('activity')
  return (
    <>
      <Head title={texts.title} />
      <Body>
        <p>{texts.title}</p>
      </Body>
    </>
  )
}
