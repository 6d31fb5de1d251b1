import { Body, Empty, Head } from '../../parts/layout.tsx'
import { useTexts } from '../../texts.tsx'

export function Component() {
  const texts = useTexts('today')
  return (
    <>
      <Head title={texts.title} />
      <Body>
        <Empty title={texts.empty} />
      </Body>
    </>
  )
}
